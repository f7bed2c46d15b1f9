import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { incidentIdOf } from '#app/http/id-param.ts';
import { incidentDetailSchema } from '#app/presenters/api/incident-schema.ts';
import { toApiIncidentDetail } from '#app/presenters/api/incident.ts';
import { loadIncident } from '#server/incidents/change-incident.server.ts';
import { listNotifications } from '#server/notifications/list-notifications.server.ts';

const shownNotifications = 100;

const route = apiRoute({
  get: apiCall({
    operation: 'getIncident',
    summary: 'Read an incident with its notifications',
    responses: describedResponse('The incident.', incidentDetailSchema),
    run: async ({ owner, params }) => {
      const ownerId = owner.id;
      const incident = await loadIncident({ ownerId, incidentId: incidentIdOf(params.id) });
      const { id: incidentId, jobId } = incident;
      const notifications = await listNotifications({
        ownerId,
        jobId,
        incidentId,
        limit: shownNotifications,
      });
      return { data: toApiIncidentDetail({ incident, notifications }) };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
