import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { incidentSchema } from '#app/presenters/api/incident-schema.ts';
import { toApiIncident } from '#app/presenters/api/incident.ts';
import { acknowledgeIncident, unacknowledgeIncident } from '#server/incidents/change-incident.server.ts';

const route = apiRoute({
  post: apiCall({
    operation: 'acknowledgeIncident',
    summary: 'Acknowledge an open incident: it sends no more reminders',
    responses: describedResponse('The incident.', incidentSchema),
    run: async ({ owner, params }) => {
      const asked = { ownerId: owner.id, incidentId: incidentIdOf(params.id) };
      return { data: toApiIncident(await acknowledgeIncident(asked)) };
    },
  }),
  delete: apiCall({
    operation: 'unacknowledgeIncident',
    summary: 'Undo an acknowledgement: reminders go on',
    responses: describedResponse('The incident.', incidentSchema),
    run: async ({ owner, params }) => {
      const asked = { ownerId: owner.id, incidentId: incidentIdOf(params.id) };
      return { data: toApiIncident(await unacknowledgeIncident(asked)) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
