import { isRetried } from '#domain/job/retry.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { createMask } from '#server/outbound/masking/mask-secrets.server.ts';
import { retryAfterMs } from '#server/outbound/response/retry-after.server.ts';
import type { CallResult } from '#server/outbound/types.ts';
import type { Sent } from './types.ts';

/** Characters of a channel's response that are kept (D37a). */
export const longestResponse = 200;

/**
 * Result of a posted notification. The status line decides: with a 2xx status it has arrived, even if the rest of the
 * response fails.
 * @param now UTC milliseconds
 */
export function endOfCall({
  response,
  error,
  now,
}: Pick<CallResult, 'response' | 'error'> & { now: number }): Sent {
  const statusCode = response?.statusCode ?? null;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300)
    return { errorCode: null, statusCode, isFinal: true, waitMs: null };
  const errorCode = response ? 'status_rejected' : (error ?? 'protocol_error');
  return {
    errorCode,
    statusCode,
    isFinal: !isRetried({ errorCode, statusCode }),
    waitMs: response && retryAfterMs({ headers: response.headers, now }),
  };
}

/** Beginning of a channel's response; the path of its URL is a secret that it may repeat. */
export function responseStart({ body, url }: { body: string; url: string }): string | null {
  const text = withoutAddress({ text: body.slice(0, 4_096), url }).trim();
  return text.slice(0, longestResponse) || null;
}

/** A text without the path of a channel's URL, which is a secret. */
export function withoutAddress({ text, url }: { text: string; url: string }): string {
  const to = parseUrl(url);
  const path = to ? (to.pathname + to.search).slice(1) : '';
  return createMask({ secrets: { url: path } })({ text }).text;
}
