import { createHash } from 'node:crypto';
import { sendResponse } from '#app/http/api/response.server.ts';
import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { env } from '#server/env.server.ts';

/**
 * The addresses that calls come from, for firewalls that read them by a program. The same bytes and ETag from every
 * process until the operator changes them; cacheable for an hour.
 */
export const loader = resourceLoader({
  guard: anybody,
  run: ({ request }) => {
    const { EGRESS_ADDRESSES: addresses, EGRESS_UPDATED_AT: updatedAt, APP_ORIGIN: origin } = env();
    const isPublished = addresses.length > 0;
    const file = {
      addresses,
      updated_at: updatedAt ?? null,
      published: isPublished,
      documentation: `${origin}/docs/${isPublished ? 'egress' : 'signing'}`,
      ...(!isPublished && {
        message: 'This installation publishes no addresses. Check the signatures of its requests instead.',
      }),
    };
    const body = `${JSON.stringify(file)}\n`;
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`,
    };
    return Promise.resolve(sendResponse({ written: { status: 200, body, headers }, request }));
  },
});
