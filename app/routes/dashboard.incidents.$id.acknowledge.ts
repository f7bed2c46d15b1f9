import { incidentAct, toIncidentPage } from '#app/http/forms/incident-act.server.ts';
import { acknowledgeIncident, unacknowledgeIncident } from '#server/incidents/change-incident.server.ts';

export const loader = toIncidentPage;

/** Acknowledges an incident, or undoes that. */
export const action = incidentAct({
  fallback: 'Failed to change the incident. Please try again.',
  run: async ({ isUndo, ...asked }) => {
    const { ownerId, incidentId } = asked;
    if (isUndo) {
      await unacknowledgeIncident({ ownerId, incidentId });
      return 'No longer acknowledged. Reminders will continue.';
    }
    await acknowledgeIncident({ ownerId, incidentId });
    return 'Acknowledged. No more reminders until the recovery.';
  },
});
