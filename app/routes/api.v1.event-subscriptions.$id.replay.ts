import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { eventTypesSchema } from '#app/presenters/api/event-subscription-schema.ts';
import { count } from '#app/presenters/api/field-schema.ts';
import { startReplay } from '#server/event-subscriptions/start-replay.server.ts';

const instantError = (name: string) => `${name} must be an instant such as 2026-11-22T09:00:00Z.`;
const instantField = (name: string) => z.iso.datetime({ offset: true, error: instantError(name) });

const route = apiRoute({
  post: idempotentCall({
    operation: 'replayEvents',
    summary: 'Send the events of the last 7 days again',
    description:
      'In their order for each job, with the same webhook-ids, after live events. One replay at a time: a second one is a 409.',
    responses: {
      202: {
        description: 'Accepted.',
        data: z.object({ events: count().meta({ description: 'Number of events.', examples: [12] }) }),
      },
    },
    errors: ['conflict'],
    body: z.strictObject({
      from: instantField('from').meta({
        description: 'The first instant, at most 7 days ago.',
        examples: ['2026-11-22T09:00:00.000Z'],
      }),
      until: instantField('until')
        .optional()
        .meta({
          description: 'The instant after the last one; now if omitted.',
          examples: ['2026-11-22T10:00:00.000Z'],
        }),
      types: eventTypesSchema.optional().meta({
        description: 'Those of the subscription if omitted.',
        examples: [['execution.failed']],
      }),
    }),
    act: async ({ owner, params, body: { from, until, types } }) => {
      const range = { from: new Date(from), until: until === undefined ? undefined : new Date(until) };
      return { status: 202, events: await startReplay({ owner, id: jobIdOf(params.id), ...range, types }) };
    },
    respond: ({ effect }) => Promise.resolve({ data: { events: effect.events } }),
  }),
});

export const loader = route.loader;
export const action = route.action;
