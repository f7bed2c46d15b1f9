import { z } from 'zod';
import { openCall, apiRoute } from '#app/http/api/api-route.server.ts';
import { exchangeToken } from '#app/http/api/exchange-token.server.ts';

const text = z.string({ error: 'Send the id_token of the identity provider.' }).min(1).max(16_384);

const route = apiRoute({
  post: openCall({
    summary: 'Exchange an identity token for the product token of 15 minutes',
    limit: 'token_exchange',
    body: z.strictObject({ token: text, nonce: z.string().max(256).optional() }),
    run: ({ request, body }) => exchangeToken({ request, ...body }),
  }),
});

export const loader = route.loader;
export const action = route.action;
