import { apiCall, apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { incidentSchema } from '#app/presenters/api/incident-schema.ts';
import { toApiIncident } from '#app/presenters/api/incident.ts';
import {
  acknowledgeIncident,
  loadIncident,
  unacknowledgeIncident,
} from '#server/incidents/change-incident.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'acknowledgeIncident',
    summary: 'Acknowledge an open incident: it sends no more reminders',
    responses: describedResponse('The incident.', incidentSchema),
    act: async ({ owner, params }) => {
      const incidentId = incidentIdOf(params.id);
      await acknowledgeIncident({ ownerId: owner.id, incidentId });
      return { status: 200, incidentId };
    },
    respond: async ({ owner, effect: { incidentId } }) => ({
      data: toApiIncident(await loadIncident({ ownerId: owner.id, incidentId })),
    }),
  }),
  delete: apiCall({
    operation: 'unacknowledgeIncident',
    summary: 'Undo an acknowledgement: reminders continue',
    responses: describedResponse('The incident.', incidentSchema),
    run: async ({ owner, params }) => {
      const asked = { ownerId: owner.id, incidentId: incidentIdOf(params.id) };
      return { data: toApiIncident(await unacknowledgeIncident(asked)) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
