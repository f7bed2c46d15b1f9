import type { CallFault, CallPhases, CallResult } from './types.ts';

/** What there is to say of a request that never left. */
export function notSent({
  fault,
  detail,
  explanation = null,
  startedAt,
}: {
  fault: CallFault;
  detail: string;
  explanation?: string | null;
  /** UTC milliseconds */
  startedAt: number;
}): CallResult {
  return {
    answer: null,
    fault,
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
