import { z } from 'zod';
import { publicCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { exchangeToken } from '#app/http/api/exchange-token.server.ts';
import { describedResponse } from '#app/http/api/openapi/described-responses.ts';
import { tokenSchema } from '#app/presenters/api/account-schema.ts';
import { isTicket } from '#server/accounts/sessions/redeem-ticket.server.ts';

// With a nonce, and fully escaped, the body stays below its limit.
const text = z.string({ error: 'Send the id_token of the identity provider.' }).min(1).max(14_336);

const route = apiRoute({
  post: publicCall({
    operation: 'exchangeToken',
    summary: 'Exchange an identity token, or a ticket of a page, for the product token of 15 minutes',
    description:
      'An id_token is accepted once, within five minutes of its issue; a ticket, which a signed-in page requests, once within a minute.',
    responses: describedResponse('The product token.', tokenSchema),
    errors: ['authentication_error', 'authorization_error', 'external_service_error'],
    limit: 'token_exchange',
    // Pages are limited by account when they request the ticket.
    isExempt: ({ token }) => isTicket(token),
    body: z.strictObject({
      token: text.meta({
        description: 'An id_token of the identity provider, or a ticket.',
        examples: ['eyJ…'],
      }),
      nonce: z
        .string()
        .max(256)
        .optional()
        .meta({ description: 'The nonce of the authorization request, if any.', examples: ['n-0S6_WzA2Mj'] }),
    }),
    run: ({ request, body }) => exchangeToken({ request, ...body }),
  }),
});

export const loader = route.loader;
export const action = route.action;
