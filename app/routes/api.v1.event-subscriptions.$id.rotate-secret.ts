import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { newEventSubscriptionSchema } from '#app/presenters/api/event-subscription-schema.ts';
import { toApiEventSubscription } from '#app/presenters/api/event-subscription.ts';
import { getSubscription } from '#server/event-subscriptions/find-subscription.server.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';

const route = apiRoute({
  post: apiCall({
    operation: 'rotateEventSubscriptionSecret',
    summary: 'Replace the secret; the previous one signs too for 24 hours',
    responses: describedResponse('The event subscription with its new secret.', newEventSubscriptionSchema),
    run: async ({ owner, params }) => {
      const id = jobIdOf(params.id);
      const secret = await rotateSubscriptionSecret({ owner, id });
      return {
        data: { ...toApiEventSubscription(await getSubscription({ ownerId: owner.id, id })), secret },
      };
    },
  }),
});

export const loader = route.loader;
export const action = route.action;
