import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { setZoneSource } from '#app/format/zone-spans.ts';
import { NonceContext } from '#app/protocol/nonce.ts';
import { RequestIdContext } from '#app/protocol/request-id.ts';
import { isTimeZone } from '#domain/schedule/timezone.ts';
import { zoneOf } from '#domain/zones/zones-in-use.ts';
import { logDefect } from './protocol/log-defect.server.ts';

setZoneSource(({ at, timeZone }) => (isTimeZone(timeZone) ? zoneOf(timeZone).periodAt(at).offset : null));

export const streamTimeout = 5_000;

/**
 * Renders the page in one piece, after its loaders have finished. A React stream writes each attribute
 * separately, which takes as long again as rendering.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  await readData(remixContext);
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RequestIdContext.Provider value={requestId}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </RequestIdContext.Provider>
    </NonceContext.Provider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // As bytes: a string would be scanned once more for invalid Unicode.
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { headers, status });
}

/** Passes page data along in advance, so that Remix does not wait for it. */
async function readData({ serverHandoffStream: stream, renderMeta }: EntryContext): Promise<void> {
  if (!stream || !renderMeta) return;
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let value = '';
  for (let read = await reader.read(); !read.done; read = await reader.read())
    value += decoder.decode(read.value, { stream: true });
  reader.releaseLock();
  renderMeta.streamCache = { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) };
}

/** Logs defects of loaders, actions and rendering, with the request id that the error page shows. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // An unknown address or method is the caller's mistake.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logDefect({ error, request });
}
