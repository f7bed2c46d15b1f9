import { z } from 'zod';
import { apiCall, apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { incidentSchema } from '#app/presenters/api/incident-schema.ts';
import { toApiIncident } from '#app/presenters/api/incident.ts';
import { longestSnoozeDays } from '#domain/incidents/snooze.ts';
import { loadIncident, snoozeIncident, unsnoozeIncident } from '#server/incidents/change-incident.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'snoozeIncident',
    summary: 'Snooze an open incident: until then only its recovery is notified, then one reminder',
    responses: describedResponse('The incident.', incidentSchema),
    body: z.strictObject({
      until: z.iso
        .datetime({ offset: true, error: 'until must be an instant such as 2026-11-28T08:00:00Z.' })
        .meta({
          description: `End of the snooze, at most ${longestSnoozeDays} days from now.`,
          examples: ['2026-11-28T08:00:00Z'],
        }),
    }),
    act: async ({ owner, params, body }) => {
      const incidentId = incidentIdOf(params.id);
      await snoozeIncident({ ownerId: owner.id, incidentId, until: new Date(body.until) });
      return { status: 200, incidentId };
    },
    respond: async ({ owner, effect: { incidentId } }) => ({
      data: toApiIncident(await loadIncident({ ownerId: owner.id, incidentId })),
    }),
  }),
  delete: apiCall({
    operation: 'unsnoozeIncident',
    summary: 'End a snooze at once, without a reminder',
    responses: describedResponse('The incident.', incidentSchema),
    run: async ({ owner, params }) => {
      const asked = { ownerId: owner.id, incidentId: incidentIdOf(params.id) };
      return { data: toApiIncident(await unsnoozeIncident(asked)) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
