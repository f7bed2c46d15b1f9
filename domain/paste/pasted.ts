import type { HttpMethod } from '#domain/job/http-methods.ts';
import type { RetryDelays } from '#domain/job/retry-delays.ts';

/** A call from a pasted command, in the fields of the form. */
export interface PastedRequest {
  url: string;
  method: HttpMethod;
  headers: Record<string, string>;
  payload: string | null;
  /** Null where the command sets none. */
  timeoutSeconds: number | null;
  retryCount: number | null;
  /** Absent where the command sets none. */
  retryDelays?: RetryDelays;
  /** Absent if the command does not request it. */
  followRedirects?: true;
}

/** An omitted piece of a command with the reason: both are shown. */
export interface LeftOut {
  what: string;
  why: string;
}

/** A call read from a command, with the parts left out. */
export interface PastedCall {
  request: PastedRequest;
  left: LeftOut[];
}

export type ReadCall = PastedCall | { reason: string };
