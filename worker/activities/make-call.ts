import type { AttemptResult, ClaimedCall, Recorded } from '#server/executions/ledger/types.ts';
import type { ConnectionEnd } from '#server/outbound/limits/connect-errors.server.ts';
import type { CallResult } from '#server/outbound/types.ts';
import type { ActivityDeps } from './deps.ts';

type CallDeps = Pick<ActivityDeps, 'pad' | 'calls' | 'gate' | 'callOut' | 'afterBurst'>;

/** Makes a claimed call and records its result; returns after the commit. */
export async function makeCall({
  deps,
  call,
  until,
}: {
  deps: CallDeps & Pick<ActivityDeps, 'record'>;
  call: ClaimedCall;
  /** The activity's cancellation: cuts the call off. */
  until?: AbortSignal | undefined;
}): Promise<Recorded> {
  try {
    return await deps.record(await placeCall({ deps, call, until }));
  } finally {
    // Anything waiting for this call now finds it ended in the ledger.
    deps.pad.recheckAt(call.jobId);
  }
}

/** Makes a call in its admitted slot. */
export async function placeCall({
  deps,
  call,
  jobId = call.jobId,
  until,
  onSent,
}: {
  deps: CallDeps;
  call: ClaimedCall;
  /** Null for a call no delete of a job cuts off. */
  jobId?: number | null;
  until?: AbortSignal | undefined;
  /** Called once the request has left. */
  onSent?: () => void;
}): Promise<AttemptResult> {
  const out = deps.calls.begin({ jobId, until });
  let hasSlot = true;
  const leaveSlot = (connection: ConnectionEnd) => {
    if (!hasSlot) return;
    hasSlot = false;
    out.responded();
    deps.gate.leave(call, { connection });
    deps.pad.makeRoom();
  };
  try {
    const sent = () => {
      out.sent();
      onSent?.();
    };
    const mayFollow = (target: string, signal: AbortSignal) => deps.gate.follow({ call, target, signal });
    const onResponded = (result: CallResult) => {
      leaveSlot(connectionOf({ call, result }));
      return deps.afterBurst.wait({ bytes: result.response?.bytes ?? 0 });
    };
    const made = await deps.callOut({ call, signal: out.signal, onSent: sent, onResponded, mayFollow });
    leaveSlot(connectionOf(made));
    return made;
  } finally {
    leaveSlot('untried');
    out.end();
  }
}

/**
 * A target without a connection within the call's own limit counts as unreachable too; a mail's says nothing about its
 * own.
 */
function connectionOf({
  call,
  result: { error, remoteAddress, hops },
}: Pick<AttemptResult, 'call' | 'result'>): ConnectionEnd {
  // Its host responded, even if the redirect failed.
  if (hops !== undefined) return 'made';
  if (error === 'connect_failed' || error === 'dns_failed') return 'failed';
  // A failed TLS handshake means a reachable host.
  if (error === null || error === 'tls_failed' || error === 'email_refused' || remoteAddress !== null)
    return 'made';
  return error === 'timeout' && call.type === 'webhook' ? 'failed' : 'untried';
}
