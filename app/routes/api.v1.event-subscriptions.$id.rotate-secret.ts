import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { newSecretResponse } from '#app/http/api/new-secret-response.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { jobIdOf } from '#app/http/id-param.ts';
import { newEventSubscriptionSchema } from '#app/presenters/api/event-subscription-schema.ts';
import { rotateSubscriptionSecret } from '#server/event-subscriptions/subscription-secret.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'rotateEventSubscriptionSecret',
    summary: 'Replace the secret; the previous one signs too for 24 hours',
    responses: describedResponse('The event subscription with its new secret.', newEventSubscriptionSchema),
    act: async ({ owner, params }) => {
      const subscriptionId = jobIdOf(params.id);
      await rotateSubscriptionSecret({ owner, id: subscriptionId });
      return { status: 200, subscriptionId };
    },
    respond: ({ owner, effect: { subscriptionId }, isRepeated }) =>
      newSecretResponse({ owner, id: subscriptionId, isRepeated }),
  }),
});

export const loader = route.loader;
export const action = route.action;
