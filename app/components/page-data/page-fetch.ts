import { largestFormBytes, largestImportBytes } from '#app/protocol/form-bytes.ts';
import { tabHeader } from '#app/protocol/tab-header.ts';
import { LostResponse } from './lost-response.ts';
import { isPageData } from './router.ts';
import { tabId } from './tab-id.ts';

/** Content type of our responses to requests for page data. */
const pageDataType = 'text/x-script';
/** Statuses without a body. */
const bodiless = new Set([204, 205]);

/** Events handled by the guard once it is loaded. */
export interface PageFetchEvents {
  /** Reports whether to skip the request: the page returns to its current content. */
  isSkipped: (request: { url: URL; method: string }) => boolean;
  /** Page data arrived, with a status of our server. */
  onResponse: (response: { url: URL; method: string; status: number; requestId: string | null }) => void;
  /** Delay before the same data is requested again, in milliseconds; null stops retrying. */
  retryDelayMs: (request: {
    url: URL;
    method: string;
    tries: number;
  }) => number | null | Promise<number | null>;
}

/**
 * Replaces `window.fetch` for page data (`/path.data`), its only use in Remix. A response that is not ours
 * becomes a {@link LostResponse}.
 */
export function installPageFetch(events: PageFetchEvents): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isPageData(input)) return send(input, init);
    const url = input;
    const method = init?.method ?? 'GET';
    if (events.isSkipped({ url, method })) throw new LostResponse();
    if (bytesOf(init?.body) > limitOf(url)) throw new LostResponse({ status: 413 });
    const sent = { ...init, headers: namedHeaders({ given: init?.headers, isAct: method !== 'GET' }) };
    for (let tries = 1; ; tries += 1) {
      const outcome = await fetchWhole({ send, url, init: sent });
      if (outcome instanceof Response) {
        const { status, headers } = outcome;
        events.onResponse({ url, method, status, requestId: headers.get('x-request-id') });
        return outcome;
      }
      const delayMs = await events.retryDelayMs({ url, method, tries });
      if (delayMs === null) throw outcome;
      await pause({ ms: delayMs, signal: init?.signal });
    }
  };
}

/**
 * Adds the id of the tab and, to an action, an idempotency key: when a connection breaks before the response,
 * browsers and gateways send a form again, and a job would run twice.
 */
function namedHeaders({ given, isAct }: { given: HeadersInit | undefined; isAct: boolean }): Headers {
  const named = new Headers(given);
  named.set(tabHeader, tabId());
  if (isAct) named.set('Idempotency-Key', crypto.randomUUID());
  return named;
}

/** Fetches the response with its whole body; an incomplete body counts as lost. */
async function fetchWhole({
  send,
  url,
  init,
}: {
  send: typeof window.fetch;
  url: URL;
  init: RequestInit | undefined;
}): Promise<Response | LostResponse> {
  try {
    const response = await send(url, init);
    const { status, statusText, headers } = response;
    if (bodiless.has(status)) return response;
    if (!headers.get('content-type')?.startsWith(pageDataType)) return new LostResponse({ status });
    const body = await response.arrayBuffer();
    // Without a content length, a gateway ends an incomplete body as if it were whole; our bodies end with a
    // line break.
    if (new Uint8Array(body).at(-1) !== 10) return new LostResponse({ status });
    return new Response(body, { status, statusText, headers });
  } catch (cause) {
    // The caller no longer waits for an aborted request.
    if (init?.signal?.aborted) throw cause;
    return new LostResponse({ cause });
  }
}

function limitOf({ pathname }: URL): number {
  return pathname === '/dashboard/import.data' ? largestImportBytes : largestFormBytes;
}

/** Approximate length of the sent body, without the headers of multipart parts. */
function bytesOf(body: BodyInit | null | undefined): number {
  if (body instanceof URLSearchParams) return body.toString().length;
  if (!(body instanceof FormData)) return 0;
  let bytes = 0;
  for (const [name, value] of body)
    bytes += name.length + (typeof value === 'string' ? utf8Bytes(value) : value.size);
  return bytes;
}

/** Length of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

function pause({ ms, signal }: { ms: number; signal: AbortSignal | null | undefined }): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The request was aborted.', 'AbortError'));
    });
  });
}
