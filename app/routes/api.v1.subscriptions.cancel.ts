import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { subscriptionSchema } from '#app/presenters/api/subscription-schema.ts';
import { toApiSubscription } from '#app/presenters/api/subscription.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { currentSubscription } from '#server/billing/current-subscription.server.ts';
import { setRenewal } from '#server/billing/set-renewal.server.ts';

const route = apiRoute({
  post: idempotentCall({
    operation: 'cancelSubscription',
    summary: 'Cancel the subscription',
    description: 'Valid until the end of the period, then Free.',
    responses: describedResponse('The updated subscription.', subscriptionSchema),
    errors: ['conflict', 'external_service_error'],
    callers: ['token'],
    limits: ({ caller }) => [{ limit: 'payment', key: caller.user.id }],
    act: async ({ caller: { user }, request }) => {
      const actor = { id: user.id, request: requestFacts(request) };
      await setRenewal({ userId: user.id, isRenewed: false, actor });
      return { status: 200 };
    },
    respond: async ({ caller: { user } }) => ({
      data: toApiSubscription(await currentSubscription({ userId: user.id })),
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
