import { apiCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { subscriptionSchema } from '#app/presenters/api/subscription-schema.ts';
import { toApiSubscription } from '#app/presenters/api/subscription.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';

const route = apiRoute({
  get: apiCall({
    operation: 'getSubscription',
    summary: 'The current subscription',
    responses: describedResponse('As last reported by the payment provider.', subscriptionSchema),
    callers: ['token'],
    run: async ({ caller: { user } }) => ({
      data: toApiSubscription(await currentSubscription({ userId: user.id })),
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
