import { createHash } from 'node:crypto';
import type { Route } from '#app/http/api/api-route.server.ts';
import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { sendResponse } from '#app/http/api/response.server.ts';
import { env } from '#server/env.server.ts';

let written: { body: string; etag: string } | undefined;

/** The bare API document, without an envelope or a credential; a client with a copy may revalidate it. */
export const documentCall: Route = {
  // The document describes itself.
  declaration: null,
  handle: ({ request }, responseHeaders) => {
    written ??= write();
    const { body, etag } = written;
    Object.assign(responseHeaders.headers, {
      'Cache-Control': 'public, max-age=300',
      Vary: 'Accept-Encoding',
    });
    const headers = { 'Content-Type': 'application/json; charset=utf-8', ETag: etag };
    return Promise.resolve(sendResponse({ written: { status: 200, body, headers }, request }));
  },
};

function write() {
  const body = JSON.stringify(openApiDocument({ origin: env().APP_ORIGIN }));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"` };
}
