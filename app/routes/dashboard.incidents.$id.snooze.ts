import { incidentAct, toIncidentPage } from '#app/http/forms/incident-act.server.ts';
import { AppError } from '#domain/errors.ts';
import { snoozeChoices, snoozeEnd } from '#domain/incidents/snooze.ts';
import { instantOf } from '#domain/schedule/timezone.ts';
import { snoozeIncident, unsnoozeIncident } from '#server/incidents/change-incident.server.ts';

export const loader = toIncidentPage;

/** Snoozes an incident for a span or until a time in the person's zone, or ends its snooze. */
export const action = incidentAct({
  fallback: 'Failed to change the incident. Please try again.',
  names: ['for', 'until'],
  run: async ({ ownerId, incidentId, timeZone, form, isUndo }) => {
    if (isUndo) {
      await unsnoozeIncident({ ownerId, incidentId });
      return 'The snooze has ended.';
    }
    const until = new Date(endOf({ form, timeZone }));
    await snoozeIncident({ ownerId, incidentId, until });
    return 'Snoozed. Until then only the recovery is notified.';
  },
});

function endOf({ form, timeZone }: { form: FormData; timeZone: string }): number {
  const choice = snoozeChoices.find((one) => one === form.get('for'));
  if (choice !== undefined) return snoozeEnd({ choice, now: Date.now(), timeZone });
  const local = form.get('until');
  if (
    typeof local !== 'string' ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ||
    Number.isNaN(Date.parse(local))
  )
    throw new AppError('validation_error', { details: { until: 'Snooze Until: choose a day and a time.' } });
  return instantOf({ timeZone, local });
}
