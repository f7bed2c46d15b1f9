import { payloadKept, type RedirectEnd } from '#domain/redirect-ends.ts';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { targetRules } from '#server/outbound/guard/target-rules.server.ts';
import type { Network } from '#server/outbound/network/connect-to-target.server.ts';
import {
  makeIdleConnections,
  type IdleConnections,
} from '#server/outbound/network/idle-connections.server.ts';
import { makeHostResolver } from '#server/outbound/network/resolve-host.server.ts';
import { makeHandshake } from '#server/outbound/network/secure-socket.server.ts';
import { sendRequest, type RequestOutcome } from '#server/outbound/network/send-request.server.ts';
import { nextRequest, visitOf } from '#server/outbound/request/next-request.server.ts';
import { readHead } from '#server/outbound/response/read-head.server.ts';
import { readResponse } from '#server/outbound/response/read-response.server.ts';
import { errorOfAbort, timeoutReason, type CallErrorCode } from './call-error.server.ts';
import { createCertificateLog } from '#server/watches/certificate-log.server.ts';
import { explainError, explainTimeout } from './explain-error.server.ts';
import { noPhases } from './not-sent.server.ts';
import type { CallHop, CallPhases, CallRequest, CallResult } from './types.ts';

export interface OutboundClient {
  callTarget: (request: CallRequest) => Promise<CallResult>;
  close: () => void;
}

/** A guarded client of its own; the parts of the network are injected by tests. */
export function makeOutboundClient(network: Network): OutboundClient {
  const idle = makeIdleConnections();
  return { callTarget: (request) => call({ request, network, idle }), close: () => idle.closeAll() };
}

let client: OutboundClient | undefined;

/**
 * Calls a user's address once, guarded (security.md section 2). Errors of the target are returned, never thrown;
 * redirects are followed on request, five at most (decision 045).
 */
export function callTarget(request: CallRequest): Promise<CallResult> {
  client ??= makeOutboundClient({
    resolveHost: makeHostResolver(),
    handshake: makeHandshake(),
    rules: targetRules(),
    onSecured: createCertificateLog().seen,
  });
  return client.callTarget(request);
}

async function call({
  request,
  network,
  idle,
}: {
  request: CallRequest;
  network: Network;
  idle: IdleConnections;
}): Promise<CallResult> {
  const startedAt = Date.now();
  const began = performance.now();
  const { outcome, phases, hops, redirectEnd } = await withinTimeout({
    request,
    run: (signal) => travel({ request, network, idle, signal }),
  });
  const endedAt = startedAt + Math.round(performance.now() - began);
  const { exchanged, connection, error } = outcome;
  const head = exchanged?.head;
  const response = head
    ? await readResponse({ ...head, buffer: exchanged.buffer, isCut: exchanged.isCut || error !== null })
    : null;
  return {
    response: response && head && request.keepsHead ? { ...response, head: readHead(head.text) } : response,
    error: error?.error ?? null,
    detail: error?.detail ?? null,
    explanation:
      error && explain({ error, phases, hasStatus: Boolean(exchanged?.head), redirects: hops.length }),
    startedAt,
    endedAt,
    phases: rounded(phases),
    isReused: outcome.isReused,
    remoteAddress: connection?.remoteAddress ?? null,
    tlsProtocol: connection?.tlsProtocol ?? null,
    ...(hops.length > 0 && { hops }),
    ...(redirectEnd && { redirectEnd }),
  };
}

/** The last request of a call, and the redirects that led to it. */
interface Journey {
  outcome: RequestOutcome;
  phases: CallPhases;
  hops: CallHop[];
  redirectEnd: RedirectEnd | null;
}

interface Leg {
  request: CallRequest;
  network: Network;
  idle: IdleConnections;
  signal: AbortSignal;
}

/** Sends the request, and those of its redirects if they are followed. */
async function travel({ request: first, ...leg }: Leg): Promise<Journey> {
  const hops: CallHop[] = [];
  const visited = [visitOf(first)];
  let request = first;
  for (;;) {
    const phases = noPhases();
    const began = performance.now();
    const outcome = await connectTo({ request, ...leg, phases });
    const next = first.followRedirects ? nextAfter({ request, outcome, visited }) : null;
    if (next === null) return { outcome, phases, hops, redirectEnd: null };
    if ('end' in next) return { outcome, phases, hops, redirectEnd: next.end };
    const { signal } = leg;
    // Called last, because it counts: a refused redirect uses no call of the host or the domain.
    const follows = 'request' in next ? await first.mayFollow?.(next.target, signal) : undefined;
    if (follows === 'busy' && signal.reason !== timeoutReason)
      return { outcome: notReached(errorOfAbort(signal)), phases, hops, redirectEnd: null };
    if (follows && follows !== 'go') return { outcome, phases, hops, redirectEnd: follows };
    hops.push({
      method: request.method,
      statusCode: outcome.exchanged?.head?.statusCode ?? 0,
      location: next.location,
      durationMs: Math.round(performance.now() - began),
      phases: rounded(phases),
      remoteAddress: outcome.connection?.remoteAddress ?? null,
    });
    if ('refused' in next)
      return { outcome: notReached(refusedAs(next.refused)), phases: noPhases(), hops, redirectEnd: null };
    ({ request } = next);
    visited.push(visitOf(request));
  }
}

function nextAfter({
  request,
  outcome: { exchanged, error },
  visited,
}: {
  request: CallRequest;
  outcome: RequestOutcome;
  visited: readonly string[];
}) {
  if (!exchanged?.head || error !== null) return null;
  const { statusCode, headers } = exchanged.head;
  return nextRequest({ request, redirect: { statusCode, location: headers.location }, visited });
}

/** One request to a target that is judged first. */
async function connectTo({
  request,
  network,
  idle,
  signal,
  phases,
}: Leg & { phases: CallPhases }): Promise<RequestOutcome> {
  const evaluated = evaluateTarget({ url: request.url, rules: network.rules });
  if (!('target' in evaluated)) return notReached(refusedAs(evaluated.reason));
  return sendRequest({ request, target: evaluated.target, network, idle, signal, phases });
}

const notReached = (error: CallErrorCode): RequestOutcome => ({
  connection: null,
  isReused: false,
  exchanged: null,
  error,
});

const refusedAs = (detail: string): CallErrorCode => ({ error: 'target_not_allowed', detail });

/** One signal for everything from the name to the last byte: the call's time limit, or the caller's abort. */
async function withinTimeout<T>({
  request: { timeoutMs, signal: outer },
  run,
}: {
  request: CallRequest;
  run: (signal: AbortSignal) => Promise<T>;
}): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeoutReason), timeoutMs);
  const onAbort = () => controller.abort('aborted');
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted) onAbort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}

function explain({
  error: { error, detail },
  phases,
  hasStatus,
  redirects,
}: {
  error: CallErrorCode;
  phases: CallPhases;
  hasStatus: boolean;
  redirects: number;
}): string | null {
  if (error === 'target_not_allowed' && redirects > 0)
    return `redirect ${redirects} ${detail === payloadKept ? payloadKept : 'leads to a target that is not allowed'}`;
  return error === 'timeout' ? explainTimeout({ phases, hasStatus }) : explainError({ error, detail });
}

/** To the microsecond, as the ledger's columns hold them. */
function rounded(phases: CallPhases): CallPhases {
  const short = (ms: number | null) => ms && Math.round(ms * 1_000) / 1_000;
  return {
    dnsMs: short(phases.dnsMs),
    connectMs: short(phases.connectMs),
    tlsMs: short(phases.tlsMs),
    waitMs: short(phases.waitMs),
    downloadMs: short(phases.downloadMs),
  };
}
