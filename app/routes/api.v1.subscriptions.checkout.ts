import { z } from 'zod';
import { apiRoute, idempotentCall } from '#app/http/api/api-route.server.ts';
import { ownOrigin } from '#app/http/api/openapi/declaration.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { checkoutSchema } from '#app/presenters/api/subscription-schema.ts';
import { paidTiers } from '#domain/plan.ts';
import { checkoutUrl } from '#server/billing/checkout/checkout-url.server.ts';
import { settingsUrl } from '#server/billing/checkout/settings-url.server.ts';
import { startCheckout } from '#server/billing/checkout/start-checkout.server.ts';

/** Allows only the two URLs that the Settings page handles. Others could lead people elsewhere. */
const returnUrl = (outcome: 'success' | 'canceled') =>
  z
    .string({ error: 'An address must be a text.' })
    .refine((url) => url === settingsUrl(outcome), {
      error: () => `The address must be ${settingsUrl(outcome)}.`,
    })
    .meta({
      description: `The Settings page of this service with ?${outcome}=true.`,
      enum: [`${ownOrigin}/dashboard/settings?${outcome}=true`],
    });

const route = apiRoute({
  post: idempotentCall({
    operation: 'startCheckout',
    summary: 'Subscribe to a plan',
    description:
      "Opens a page of the payment provider. The plan is in force once the provider has confirmed it, not by coming back from there. A person's first subscription starts with a 14-day trial; deleting the account and signing up again does not bring it back.",
    responses: describedResponse('The checkout page.', checkoutSchema),
    errors: ['conflict', 'external_service_error'],
    callers: ['token'],
    limits: ({ caller }) => [{ limit: 'payment', key: caller.user.id }],
    body: z.strictObject({
      tier: z
        .enum(paidTiers, { error: 'The tier must be premium or ultimate.' })
        .meta({ examples: ['premium'] }),
      success_url: returnUrl('success'),
      cancel_url: returnUrl('canceled'),
    }),
    // The checkout URL is a secret of the person who pays: stores only the id.
    act: async ({ caller: { user }, body: { tier } }) => {
      const { sessionId } = await startCheckout({ userId: user.id, tier });
      return { status: 200, sessionId };
    },
    respond: async ({ caller: { user }, effect }) => ({
      data: { checkout_url: await checkoutUrl({ userId: user.id, sessionId: effect.sessionId }) },
    }),
  }),
});

export const loader = route.loader;
export const action = route.action;
