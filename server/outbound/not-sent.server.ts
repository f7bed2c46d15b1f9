import type { CallError, CallPhases, CallResult } from './types.ts';

/** Result of a request that was never sent. */
export function notSent({
  error,
  detail,
  explanation = null,
  startedAt,
}: {
  error: CallError;
  detail: string;
  explanation?: string | null;
  /** UTC milliseconds */
  startedAt: number;
}): CallResult {
  return {
    response: null,
    error,
    detail,
    explanation,
    startedAt,
    endedAt: Math.max(Date.now(), startedAt),
    phases: noPhases(),
    isReused: false,
    remoteAddress: null,
    tlsProtocol: null,
  };
}

/** The times of a call that has not begun. */
export function noPhases(): CallPhases {
  return { dnsMs: null, connectMs: null, tlsMs: null, waitMs: null, downloadMs: null };
}
