import { z } from 'zod';
import { disabledReasons, eventTypes } from '#domain/event-type.ts';
import { errorCodes } from '#domain/execution.ts';
import { notificationStates } from '#domain/notifications/notification.ts';
import { count, id, instant } from './field-schema.ts';

const text = z.string();

export const eventTypesSchema = z
  .array(z.enum(eventTypes, { error: `types takes ${eventTypes.join(', ')}.` }))
  .min(1, { error: 'Choose at least one type of event.' })
  .meta({ description: 'The types of events.', examples: [['execution.failed', 'job.paused']] });

/** An event subscription as its owner sees it again. */
export const eventSubscriptionSchema = z
  .object({
    id: id('The id of the event subscription.', 4),
    url: text.nullable().meta({
      description: 'Where the events go.',
      examples: ['https://events.example.com/punctual'],
    }),
    types: eventTypesSchema,
    enabled: z.boolean().meta({ description: 'False: nothing is sent.', examples: [true] }),
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .meta({
        description: 'owner: you disabled it. gone: it responded 410. failing: 5 days of failures.',
        examples: [null],
      }),
    disabled_at: instant('When it was disabled.').nullable(),
    failing_since: instant('Time since which every attempt has failed.').nullable(),
    previous_secret_until: instant(
      'Time until which messages are also signed with the previous secret.',
    ).nullable(),
    replaying: z
      .boolean()
      .meta({ description: 'A replay has not enqueued all of its events yet.', examples: [false] }),
    created_at: instant('Creation time.'),
    updated_at: instant('Time of the last change.'),
  })
  .meta({ id: 'EventSubscription', description: 'A URL that receives the events of the account.' });

const secret = text.meta({
  description: 'Signs every message, as Standard Webhooks describes.',
  examples: ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
});

export const newEventSubscriptionSchema = eventSubscriptionSchema.extend({ secret }).meta({
  id: 'NewEventSubscription',
  description:
    'An event subscription with its current secret. Only creating it, rotating its secret and Settings show it.',
});

/** A line of the delivery log. */
export const eventDeliverySchema = z
  .object({
    id: id('The id of the delivery.', 8_123),
    event_id: text.meta({ description: 'The webhook-id of its messages.', examples: ['evt_5120'] }),
    type: text.meta({ description: 'The type of the event, or test.', examples: ['execution.failed'] }),
    job_id: id('The id of the job.', 42).nullable(),
    timestamp: instant('When it happened.'),
    kind: z.enum(['live', 'resend', 'replay']).meta({ description: 'Why it was sent.', examples: ['live'] }),
    state: z.enum(notificationStates).meta({ examples: ['sent'] }),
    attempts: count().meta({ examples: [1] }),
    last_attempt: instant('Time of the last attempt.').nullable(),
    next_attempt: instant('Time of the next attempt.').nullable(),
    status_code: z
      .int()
      .nullable()
      .meta({ examples: [200] }),
    error: z
      .enum(errorCodes)
      .nullable()
      .meta({ description: 'Code of the last error.', examples: [null] }),
    response: text.nullable().meta({
      description: 'The first 200 characters of the last response.',
      examples: ['ok'],
    }),
  })
  .meta({ id: 'EventDelivery', description: 'An event for one subscription, with its last attempt.' });
