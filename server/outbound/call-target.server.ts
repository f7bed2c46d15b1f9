import { converse, type Course } from './converse.server.ts';
import { explainFault, explainTimeout } from './explain-fault.server.ts';
import { timeoutReason, type Fault } from './fault.server.ts';
import { noPhases } from './not-sent.server.ts';
import { makeIdleConnections, type IdleConnections } from './idle-connections.server.ts';
import { judgeTarget } from './judge-target.server.ts';
import type { Network } from './reach-target.server.ts';
import { readAnswer } from './read-answer.server.ts';
import { readHead } from './read-head.server.ts';
import { makeHostResolver } from './resolve-host.server.ts';
import { makeHandshake } from './secure-socket.server.ts';
import { targetRules } from './target-rules.server.ts';
import type { CallPhases, CallRequest, CallResult } from './types.ts';

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
 * Calls an address that a user gave, once, guarded (security.md section 2). Faults of the target are
 * returned, never thrown; redirects are not followed (D17).
 */
export function callTarget(request: CallRequest): Promise<CallResult> {
  client ??= makeOutboundClient({
    resolveHost: makeHostResolver(),
    handshake: makeHandshake(),
    rules: targetRules(),
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
  const phases = noPhases();
  const judged = judgeTarget({ url: request.url, rules: network.rules });
  const course: Course =
    'target' in judged
      ? await withinTimeout({
          request,
          run: (signal) => converse({ request, target: judged.target, network, idle, signal, phases }),
        })
      : {
          connection: null,
          isReused: false,
          exchanged: null,
          fault: { fault: 'target_not_allowed', detail: judged.reason },
        };
  const endedAt = startedAt + Math.round(performance.now() - began);
  const { exchanged, connection, fault } = course;
  const head = exchanged?.head;
  const answer = head
    ? await readAnswer({ ...head, wire: exchanged.wire, isCut: exchanged.isCut || fault !== null })
    : null;
  return {
    answer: answer && head && request.keepsHead ? { ...answer, head: readHead(head.text) } : answer,
    fault: fault?.fault ?? null,
    detail: fault?.detail ?? null,
    explanation: fault && explain({ fault, phases, hasStatus: Boolean(exchanged?.head) }),
    startedAt,
    endedAt,
    phases: rounded(phases),
    isReused: course.isReused,
    remoteAddress: connection?.remoteAddress ?? null,
    tlsProtocol: connection?.tlsProtocol ?? null,
  };
}

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
  fault: { fault, detail },
  phases,
  hasStatus,
}: {
  fault: Fault;
  phases: CallPhases;
  hasStatus: boolean;
}): string | null {
  return fault === 'timeout' ? explainTimeout({ phases, hasStatus }) : explainFault({ fault, detail });
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
