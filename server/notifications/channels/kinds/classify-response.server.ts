import { endOfCall } from '#server/notifications/end-of-call.server.ts';
import type { Sent } from '#server/notifications/types.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import type { ChannelResult } from './channel-sender.server.ts';

/** Statuses that no later message will change: the credentials or the address are refused. */
const permanentStatuses = new Set([401, 403, 404, 410]);
const longestWaitMs = 999_999_999;

/** Rules of one provider beyond its status codes. */
export interface ResponseRules {
  /** True if a response with a 2xx status refuses the message by its body. */
  isRefusal?: (response: CallResponse) => boolean;
  /** True if an error is the channel's, so that no later message will pass. */
  isPermanent?: (response: CallResponse) => boolean;
  /** True if an error passes although its status does not say so. */
  isPassing?: (response: CallResponse) => boolean;
  /** Delay that the body demands, in milliseconds. */
  waitMs?: (response: CallResponse) => number | null;
}

/**
 * Result of a delivery by the status of the response and the provider's own errors: delivered, passing (retried, at the
 * earliest after the provider's own wait), refused for this message, or permanent for the channel.
 */
export function classifyResponse({ response, error, now }: ChannelResult, rules: ResponseRules = {}): Sent {
  const sent = endOfCall({ response, error, now });
  // A body that did not arrive as a whole refuses nothing.
  const isRefused =
    sent.errorCode === null && response !== null && error === null && rules.isRefusal?.(response) === true;
  if (response === null || (sent.errorCode === null && !isRefused)) return sent;
  const errorCode = sent.errorCode ?? 'channel_rejected';
  const bodyWaitMs = rules.waitMs?.(response) ?? null;
  const isPassing = rules.isPassing?.(response) === true;
  const isPermanent =
    !isPassing && (permanentStatuses.has(response.statusCode) || rules.isPermanent?.(response) === true);
  return {
    ...{ errorCode, statusCode: sent.statusCode, isPermanent },
    isFinal: isPermanent || (sent.isFinal && !isPassing),
    waitMs: bodyWaitMs === null ? sent.waitMs : Math.max(bodyWaitMs, sent.waitMs ?? 0),
  };
}

/** The body of a response as JSON; null if it is no object. */
export function jsonBody({ body }: Pick<CallResponse, 'body'>): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Seconds of a provider's body in milliseconds; null for anything else. */
export function secondsToMs(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value)
    ? Math.min(Math.ceil(value * 1_000), longestWaitMs)
    : null;
}
