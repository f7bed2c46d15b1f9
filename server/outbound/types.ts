import type { Tier } from '#domain/plan.ts';
import type { RedirectEnd } from '#domain/redirect-ends.ts';

/** Account and target of a call, as counted by the limits. */
export interface CallerFacts {
  jobId: number;
  ownerId: number;
  tier: Tier;
  /** `Job.targetHost`: host, and port unless it is the scheme's own. */
  target: string;
}

/** Permission to follow a redirect; `busy`: its host had no free slot until the signal aborted. */
export type FollowResult = 'go' | 'capped' | 'busy';

/** One HTTP exchange with a target. Errors of the target are a value here, never thrown. */
export interface CallRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Bytes where the payload is no text. */
  payload: string | Buffer | null;
  /** For the whole exchange, DNS to last body byte. */
  timeoutMs: number;
  /** A delete or a shutdown aborts the call in flight. */
  signal?: AbortSignal;
  /** Called once the request has left, again for each followed redirect. */
  onSent?: () => void;
  /** Keeps the head of the response as it was received, for a test run. */
  keepsHead?: boolean;
  /** Redirects are followed, each judged as the first address was. */
  followRedirects?: boolean;
  /**
   * Called before each redirect, with its host, and its port unless it is the scheme's own: checks the limits on calls.
   * May wait until the signal aborts.
   */
  mayFollow?: (target: string, signal: AbortSignal) => FollowResult | Promise<FollowResult>;
  /** Where the request holds secrets of its owner: none of them goes to another origin. */
  secrets?: {
    /** Names in lower case, besides those with a secret name. */
    headers: readonly string[];
    isInPayload: boolean;
  };
}

/** The start of a response as it was received: headers in their order and case, repeated ones each for itself. */
export interface ResponseHead {
  /** "HTTP/1.1 200 OK" */
  statusLine: string;
  headers: [name: string, value: string][];
}

/** A response followed to another address. */
export interface CallHop {
  /** Method of the request of this response. */
  method: string;
  statusCode: number;
  /** Where it led, made whole. */
  location: string;
  durationMs: number;
  phases: CallPhases;
  remoteAddress: string | null;
}

export interface CallPhases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  waitMs: number | null;
  downloadMs: number | null;
}

export interface CallResponse {
  statusCode: number;
  /** Lower-case names; repeated ones joined by ", ". */
  headers: Record<string, string>;
  /** At most 64 KiB of text, NUL and bad UTF-8 as U+FFFD; empty when binary. */
  body: string;
  /** Bytes of the decoded body that were read. */
  bytes: number;
  isTruncated: boolean;
  isBinary: boolean;
  sha256: string | null;
  /** Text for patterns if `body` is only its beginning; at most 256 KiB, as received, and never stored. */
  searched?: { text: string; isCut: boolean };
  /** The labeled content coding that could not be undone: the body is kept as received. */
  undecoded?: string;
  /** Only if the request enabled it. */
  head?: ResponseHead;
}

export type CallError =
  | 'target_not_allowed'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'protocol_error'
  | 'token_failed'
  | 'email_unconfirmed'
  | 'email_limited'
  | 'email_refused'
  | 'worker_lost';

export interface CallResult {
  /** Null when no status line came. */
  response: CallResponse | null;
  error: CallError | null;
  /** For the security log and our log only: why the guard or the network refused. Never shown to the user. */
  detail: string | null;
  /** Details of an error for its owner: the certificate error, the missing secret. Not a full sentence. */
  explanation: string | null;
  /** Delay until another attempt can succeed, for a limit of ours; a response has its Retry-After. */
  retryAfterMs?: number;
  /** True if the request bore a signature; absent where none was made. */
  isSigned?: boolean;
  /** Instants in UTC milliseconds. */
  startedAt: number;
  endedAt: number;
  phases: CallPhases;
  isReused: boolean;
  remoteAddress: string | null;
  tlsProtocol: string | null;
  /** The followed redirects, in their order; the rest of the result is of the last request. */
  hops?: CallHop[];
  redirectEnd?: RedirectEnd;
}
