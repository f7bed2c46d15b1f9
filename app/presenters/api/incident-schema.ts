import { z } from 'zod';
import { count, id, instant } from '#app/presenters/api/field-schema.ts';
import { closeReasons, incidentStatuses } from '#domain/incidents/incident.ts';
import { notificationStates } from '#domain/notifications/notification.ts';

const text = z.string();

/** An incident as the API lists it. */
export const incidentSchema = z
  .object({
    id: id('The id of the incident.', 31),
    job_id: id('The job that fails.', 42),
    job_name: text.meta({ description: 'The name of the job now.', examples: ['Nightly invoices'] }),
    status: z
      .enum(incidentStatuses)
      .meta({ description: 'acknowledged is open, but sends no reminders.', examples: ['open'] }),
    opened_at: instant('Time of the first notified failure.'),
    failing_since: instant('End of the first failure of the streak.'),
    cause_code: text
      .nullable()
      .meta({ description: 'Error code of the run that opened it.', examples: ['status_rejected'] }),
    cause: text.nullable().meta({
      description: 'Why that run failed, in words.',
      examples: ['Failed: the response was 503; this job expects 2xx.'],
    }),
    failures: count().meta({ description: 'Consecutive failures; so far, while it is open.', examples: [3] }),
    execution_id: id('The execution that opened it; null once it was removed.', 90_017).nullable(),
    closed_at: instant('Time of the end.').nullable(),
    close_reason: z
      .enum(closeReasons)
      .nullable()
      .meta({ description: 'Why it ended; null while it is open.', examples: [null] }),
    acknowledged_at: instant('Time of the acknowledgement.').nullable(),
    acknowledged_by: text
      .nullable()
      .meta({ description: 'Who acknowledged it, by email address.', examples: [null] }),
    snoozed_until: instant('End of the snooze; until then only the recovery is notified.').nullable(),
    snoozed_by: text.nullable().meta({ description: 'Who snoozed it last.', examples: [null] }),
    flapping: z
      .boolean()
      .meta({ description: 'True if its job was flapping when it was opened.', examples: [false] }),
  })
  .meta({ id: 'Incident', description: 'A streak of failures that was notified.' });

const delivery = z
  .object({
    id: id('The id of the notification.', 5_012),
    execution_id: id('The execution that it is about; null where it is about none.', 90_017).nullable(),
    rule: text.meta({ description: 'Why it was sent.', examples: ['failure'] }),
    channel: text.meta({ description: 'Kind of the channel.', examples: ['slack'] }),
    destination: text.meta({
      description: 'Host of the URL, the address, or the name of the channel.',
      examples: ['hooks.slack.com'],
    }),
    state: z.enum(notificationStates).meta({ examples: ['sent'] }),
    attempts: count().meta({ description: 'Delivery attempts so far.', examples: [1] }),
    enqueued_at: instant('Time of the event.'),
    error_code: text.nullable().meta({ description: 'Error of the last attempt.', examples: [null] }),
    status_code: z
      .int()
      .nullable()
      .meta({ description: "Status of the channel's last response.", examples: [200] }),
  })
  .meta({ id: 'IncidentNotification', description: 'A notification of an incident.' });

/** An incident with its notifications. */
export const incidentDetailSchema = incidentSchema
  .extend({
    notifications: z.array(delivery).meta({ description: 'The newest 100, newest first.' }),
  })
  .meta({ id: 'IncidentDetail', description: 'An incident with its notifications.' });
