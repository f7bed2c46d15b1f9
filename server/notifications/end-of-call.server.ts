import { isRetried } from '#domain/job/retry.ts';
import { createMask } from '#server/outbound/masking/mask-secrets.server.ts';
import { retryAfterMs } from '#server/outbound/response/retry-after.server.ts';
import type { CallResult } from '#server/outbound/types.ts';
import { textStart } from './cut-text.server.ts';
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

/** Beginning of a channel's response, which may repeat what must not be shown. */
export function responseStart({
  body,
  secrets,
}: {
  body: string;
  secrets: Record<string, string>;
}): string | null {
  const text = withoutSecrets({ text: body.slice(0, 4_096), secrets }).trim();
  return textStart({ text, most: longestResponse }) || null;
}

/** A text without the secrets of a channel (`channelSecrets`), such as the path of its URL. */
export function withoutSecrets({ text, secrets }: { text: string; secrets: Record<string, string> }): string {
  return createMask({ secrets })({ text }).text;
}
