import type { HttpMethod } from '#domain/job/http-methods.ts';
import type { RetryDelays } from '#domain/job/retry-delays.ts';

/** What a pasted command says of a call, in the words of the form. */
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
  /** Absent where the command does not ask for it. */
  followRedirects?: true;
}

/** A piece of a command that is not taken, and why: both are shown. */
export interface LeftOut {
  what: string;
  why: string;
}

/** A call read from a command: what is taken, and what is not. */
export interface PastedCall {
  request: PastedRequest;
  left: LeftOut[];
}

export type ReadCall = PastedCall | { reason: string };
