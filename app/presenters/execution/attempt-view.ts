import type { PhaseTimes } from '#app/presenters/charts/waterfall-scale.ts';
import { maskHeaders } from '#app/presenters/masked-headers.ts';
import { errorText } from '#domain/execution.ts';
import type { JobType } from '#domain/job/choices.ts';
import { isSecretHeader } from '#domain/job/secret-headers.ts';
import { redirectTarget, type RedirectTarget } from '#domain/redirect-target.ts';
import { indentJson } from '#domain/text/indent-json.ts';
import { curlCommand } from '#domain/text/shell-command.ts';
import { statusText } from '#domain/text/status-phrase.ts';
import type { CallHop } from '#server/outbound/types.ts';

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
  /** The followed redirects; null or absent where there were none. */
  hops?: CallHop[] | null | undefined;
  /** As it was sent; null for mails and removed versions. */
  request: { method: string; url: string; headers: Record<string, string>; payload: string | null } | null;
  response: {
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
  /** Error in words; null for an accepted attempt or one in flight. */
  error: string | null;
  retryAfterMs: number | null;
  request: RequestView | null;
  response: ResponseView | null;
  /** The redirects followed before this response, in order. */
  hops: HopView[];
  /** Duration of the last request, after the redirects; null while it is in flight. */
  lastMs: number | null;
  /** Target of a 3xx response that was not followed, and whether a job can call it. */
  location: RedirectTarget | null;
}

export interface HopView {
  /** "GET, 302 Found" */
  title: string;
  location: string;
  durationMs: number;
  phases: PhaseTimes;
  remoteAddress: string | null;
}

export interface RequestView {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  hasMaskedHeaders: boolean;
  payload: string | null;
  /** The payload as it was sent, where it is shown on other lines. */
  rawPayload: string | null;
  /** The same as a command for a shell. */
  curl: string;
}

export interface ResponseView {
  /** "503 Service Unavailable" */
  status: string | null;
  contentType: string | null;
  bytes: number;
  isTruncated: boolean;
  isBinary: boolean;
  headers: [name: string, value: string][];
  /** The text, pretty-printed where it is JSON; of binary bodies what they are. */
  text: string;
  /** The text as it came, where it is shown on other lines. */
  raw: string | null;
}

export function toAttemptView({
  attempt,
  type,
  timeoutSeconds,
  isRevealed,
  template,
  verdict,
}: {
  attempt: AttemptFacts;
  /** Type of the job. */
  type: JobType;
  timeoutSeconds: number;
  /** True if values of secret headers are shown. */
  isRevealed: boolean;
  /** The URL of the job with its variables, which a redirect may keep. */
  template?: string;
  /** The execution's verdict, for its last attempt. */
  verdict?: string | null;
}): AttemptView {
  const { number, durationMs, remoteAddress, statusCode, errorCode, retryAfterMs } = attempt;
  const { dnsMs, connectMs, tlsMs, waitMs, downloadMs } = attempt;
  const hops = attempt.hops ?? [];
  const redirects = hops.length;
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
    error:
      errorCode === null
        ? null
        : errorText({ code: errorCode, type, statusCode, timeoutSeconds, redirects, verdict }),
    retryAfterMs,
    hops: hops.map(toHop),
    lastMs:
      durationMs === null
        ? null
        : Math.max(
            hops.reduce((left, hop) => left - hop.durationMs, durationMs),
            0,
          ),
    request: attempt.request && toRequest({ request: attempt.request, isRevealed }),
    response: attempt.response && toResponseView({ response: attempt.response, statusCode, isRevealed }),
    location: redirectTarget({
      statusCode,
      location: attempt.response?.headers['location'],
      base: attempt.request?.url,
      hops,
      template,
    }),
  };
}

function toHop({ method, statusCode, ...hop }: CallHop): HopView {
  return { title: `${method}, ${statusText(statusCode)}`, ...hop };
}

function toRequest({
  request: { method, url, headers: sent, payload },
  isRevealed,
}: {
  request: NonNullable<AttemptFacts['request']>;
  isRevealed: boolean;
}): RequestView {
  const headers = maskHeaders({ headers: sent, isRevealed });
  return {
    method,
    url,
    headers: Object.entries(headers),
    hasMaskedHeaders: !isRevealed && Object.keys(sent).some(isSecretHeader),
    ...shownPayload(payload),
    curl: curlCommand({ method, url, headers, payload }),
  };
}

function shownPayload(payload: string | null): Pick<RequestView, 'payload' | 'rawPayload'> {
  if (payload === null) return { payload, rawPayload: null };
  const { text, raw } = laidOut(payload);
  return { payload: text, rawPayload: raw };
}

/** The text for display, and the received text if it differs. */
function laidOut(given: string): { text: string; raw: string | null } {
  const text = indentJson(given);
  return { text, raw: text === given ? null : given };
}

function connectionText({ isReused, tlsProtocol }: AttemptFacts): string | null {
  if (isReused === null) return null;
  const kind = isReused ? 'Kept alive' : 'New';
  return tlsProtocol ? `${kind}, ${tlsProtocol.replace('TLSv', 'TLS ')}` : kind;
}

function toResponseView({
  response: body,
  statusCode,
  isRevealed,
}: {
  response: NonNullable<AttemptFacts['response']>;
  statusCode: number | null;
  isRevealed: boolean;
}): ResponseView {
  const given = Object.entries(body.headers);
  const headers = Object.entries(maskHeaders({ headers: Object.fromEntries(given), isRevealed }));
  return {
    status: statusCode === null ? null : statusText(statusCode),
    contentType: given.find(([name]) => name === 'content-type')?.[1] ?? null,
    bytes: body.bytes,
    isTruncated: body.isTruncated,
    isBinary: body.isBinary,
    headers,
    ...(body.isBinary
      ? { text: `Binary, SHA-256 ${body.sha256 ?? 'unknown'}`, raw: null }
      : laidOut(body.body)),
  };
}
