import type { PhaseTimes } from '#app/components/execution/waterfall-scale.ts';
import { faultText } from '#domain/execution.ts';
import { prettyText } from './job-detail.ts';
import { maskHeaders } from './masked-headers.ts';

/** One attempt as the ledger has it. */
export interface AttemptFacts extends PhaseTimes {
  number: number;
  startedAt: Date;
  endedAt: Date | null;
  durationMs: number | null;
  isReused: boolean | null;
  remoteAddress: string | null;
  tlsProtocol: string | null;
  statusCode: number | null;
  errorCode: string | null;
  retryAfterMs: number | null;
  answer: {
    headers: Record<string, string>;
    body: string;
    bytes: number;
    isTruncated: boolean;
    isBinary: boolean;
    sha256: string | null;
  } | null;
}

/** One attempt as its panel shows it. Instants are UTC milliseconds. */
export interface AttemptView {
  number: number;
  startedAt: number;
  endedAt: number | null;
  durationMs: number | null;
  phases: PhaseTimes;
  connection: string | null;
  remoteAddress: string | null;
  statusCode: number | null;
  isOpen: boolean;
  /** What went wrong, in words; null for an attempt that the criterion accepted or that is out. */
  fault: string | null;
  retryAfterMs: number | null;
  answer: AnswerView | null;
}

export interface AnswerView {
  contentType: string | null;
  bytes: number;
  isTruncated: boolean;
  headers: [name: string, value: string][];
  /** The text, pretty-printed where it is JSON; of binary bodies what they are. */
  text: string;
}

export function toAttemptView({
  attempt,
  timeoutSeconds,
}: {
  attempt: AttemptFacts;
  timeoutSeconds: number;
}): AttemptView {
  const { number, durationMs, remoteAddress, statusCode, errorCode, retryAfterMs } = attempt;
  const { dnsMs, connectMs, tlsMs, waitMs, downloadMs } = attempt;
  return {
    number,
    startedAt: attempt.startedAt.getTime(),
    endedAt: attempt.endedAt?.getTime() ?? null,
    durationMs,
    phases: { dnsMs, connectMs, tlsMs, waitMs, downloadMs },
    connection: connectionText(attempt),
    remoteAddress,
    statusCode,
    isOpen: attempt.endedAt === null,
    fault: errorCode === null ? null : faultText({ code: errorCode, statusCode, timeoutSeconds }),
    retryAfterMs,
    answer: attempt.answer && toAnswer(attempt.answer),
  };
}

function connectionText({ isReused, tlsProtocol }: AttemptFacts): string | null {
  if (isReused === null) return null;
  const kind = isReused ? 'Kept alive' : 'New';
  return tlsProtocol ? `${kind}, ${tlsProtocol.replace('TLSv', 'TLS ')}` : kind;
}

function toAnswer(body: NonNullable<AttemptFacts['answer']>): AnswerView {
  const given = Object.entries(body.headers);
  const headers = Object.entries(maskHeaders({ headers: Object.fromEntries(given), isRevealed: false }));
  return {
    contentType: given.find(([name]) => name === 'content-type')?.[1] ?? null,
    bytes: body.bytes,
    isTruncated: body.isTruncated,
    headers,
    text: body.isBinary ? `Binary, SHA-256 ${body.sha256 ?? 'unknown'}` : prettyText(body.body),
  };
}
