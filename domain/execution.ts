import type { JobType } from '#domain/job/choices.ts';
import {
  mostRedirects,
  payloadKept,
  type RedirectEnd,
  redirectEndOf,
  redirectEndReasons,
} from './redirect-ends.ts';

/** A duration as the specification's section 9 writes it; it truncates, never rounds (D48). */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.trunc(ms)}ms`;
  const seconds = Math.trunc(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  return `${Math.trunc(seconds / 60)}m ${seconds % 60}s`;
}

interface ErrorContext {
  /** Redirects followed before the last response. */
  redirects?: number | undefined;
  /** Distinguishes errors of one code; omit it for an attempt other than the last one. */
  verdict?: string | null | undefined;
  /** Type of the job; webhook if omitted. */
  type?: JobType | undefined;
  statusCode: number | null;
  timeoutSeconds: number;
}

interface ErrorEntry {
  isRetried: boolean;
  text: (facts: ErrorContext) => string;
}

const redirectEndTexts: Record<RedirectEnd, string> = {
  too_many: `More than ${mostRedirects} redirects.`,
  loop: 'The redirects form a loop.',
  capped: `The redirect ${redirectEndReasons.capped}.`,
  busy: `The redirect ${redirectEndReasons.busy}.`,
};

/** The errors of a target with their texts for the owner (security.md section 2). */
const errors = {
  target_not_allowed: {
    isRetried: false,
    text: ({ redirects, verdict }) => {
      if (verdict?.includes(payloadKept)) return `A redirect ${payloadKept}.`;
      return redirects || /: redirect \d/.test(verdict ?? '')
        ? 'A redirect leads to a target that is not allowed.'
        : 'Target not allowed.';
    },
  },
  dns_failed: { isRetried: true, text: () => 'The host name could not be resolved.' },
  connect_failed: { isRetried: true, text: () => 'No connection could be established.' },
  tls_failed: { isRetried: false, text: () => 'The TLS handshake failed.' },
  timeout: {
    isRetried: true,
    text: ({ timeoutSeconds }) => `No complete response within ${timeoutSeconds} seconds.`,
  },
  protocol_error: {
    isRetried: true,
    text: ({ type, statusCode }) => {
      if (type === 'email')
        return 'The mail server ended the connection without saying whether it accepted the message.';
      return statusCode === null ? 'No HTTP response was received.' : 'The response could not be read.';
    },
  },
  status_rejected: {
    isRetried: false,
    text: ({ statusCode, redirects = 0, verdict }) => {
      const end = redirectEndOf(verdict);
      if (end) return `${redirectEndTexts[end]} The last response was ${statusCode ?? 'unknown'}.`;
      const after = redirects > 0 ? ` after ${redirects} ${redirects === 1 ? 'redirect' : 'redirects'}` : '';
      return `The response was ${statusCode ?? 'unknown'}${after}.`;
    },
  },
  pattern_missing: { isRetried: true, text: () => 'The pattern was not found.' },
  pattern_present: { isRetried: true, text: () => 'The failure pattern was found.' },
  pattern_timeout: { isRetried: false, text: () => 'The pattern took too long.' },
  token_failed: { isRetried: true, text: () => 'No access token was issued.' },
  email_unconfirmed: { isRetried: false, text: () => 'The address is not confirmed.' },
  email_limited: {
    isRetried: true,
    text: () => 'The address has already received its 10 emails for this hour.',
  },
  email_refused: { isRetried: false, text: () => 'The mail server refused the message.' },
  worker_lost: { isRetried: true, text: () => 'Interrupted on our side; outcome unknown.' },
} satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** Every code an attempt can end with. */
export const errorCodes = Object.keys(errors) as ErrorCode[];

const entryOf = (code: string): ErrorEntry | undefined => (errors as Record<string, ErrorEntry>)[code];

/** Reports whether another attempt may succeed; status_rejected is judged by its status. */
export function isRetriedError(code: string): boolean {
  return entryOf(code)?.isRetried ?? false;
}

/** The error text of the table. */
export function errorText({ code, ...facts }: ErrorContext & { code: string }): string {
  return entryOf(code)?.text(facts) ?? 'The call failed.';
}

/** Error codes whose texts contain a search text: an execution without a verdict has only a code. */
export function errorCodesWith(text: string): ErrorCode[] {
  const sought = text.toLowerCase();
  return errorCodes.filter((code) => {
    // A number is sought as a status code, not in the words that take one in.
    const words = errorText({ code, statusCode: null, timeoutSeconds: 0 }).toLowerCase();
    return !/^\d*$/.test(sought) && words.includes(sought);
  });
}
