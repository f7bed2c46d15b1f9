import { z } from 'zod';
import {
  action as acknowledgeIncident,
  loader as acknowledged,
} from '#app/http/api/endpoints/incident-acknowledge.server.ts';
import { loader as listIncidents } from '#app/http/api/endpoints/incidents.server.ts';
import { idsIn, incidentId, reads, switches, takenBy, type Tool } from '#app/http/mcp/tool.ts';

export const incidentTools: Record<string, Tool> = {
  list_incidents: {
    title: 'List incidents',
    description:
      'Lists streaks of failures that were notified, the open ones first: job, cause, failures in a row, and who ' +
      'acknowledged it. Use status: open for what needs attention now.',
    annotations: reads,
    input: z.strictObject(takenBy(listIncidents.declarations.get?.query)),
    ask: (query) => ({ route: listIncidents, method: 'GET', path: '/incidents', query }),
  },
  acknowledge_incident: {
    title: 'Acknowledge an incident',
    description:
      'Acknowledges an open incident: it sends no more reminders; its recovery is still notified. ' +
      'The user can undo it on the page of the incident.',
    annotations: switches,
    input: z.strictObject({ incident_id: incidentId, ...takenBy(acknowledged.declarations.post?.body) }),
    ask: (given) => {
      const params = idsIn(given, { id: 'incident_id' });
      return {
        route: acknowledgeIncident,
        method: 'POST',
        path: `/incidents/${params.id}/acknowledge`,
        params,
      };
    },
  },
};
