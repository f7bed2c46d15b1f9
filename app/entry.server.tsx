import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { logDefect } from '#app/http/expected-error.server.ts';
import { gathered } from '#app/http/gathered.server.ts';
import { NonceContext } from '#app/http/nonce.ts';
import { RequestIdContext } from '#app/http/request-id.ts';
import { log } from '#server/log.server.ts';

export const streamTimeout = 5_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, requestId }: AppLoadContext,
): Promise<Response> {
  // Crawlers and pages without their final status wait for the whole document; people get the shell at once.
  const readyEvent = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let isShellSent = false;
    let finalStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RequestIdContext.Provider value={requestId}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} abortDelay={streamTimeout} />
        </RequestIdContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        [readyEvent]() {
          isShellSent = true;
          const body = gathered();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: finalStatus }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          finalStatus = 500;
          // Before the shell the error reaches handleError; afterwards nobody else tells of it.
          if (isShellSent) log().error({ err: error, requestId }, 'a page broke while it was sent');
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Defects of loaders, actions and rendering: logged with the request id that the error page shows. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  // An unknown address or method is the asker's mistake.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  logDefect({ error, request });
}
