import type { ClaimedCall, Recorded } from '#server/executions/types.ts';
import type { ActivityDeps } from './deps.ts';

/** Makes a claimed call and records what came of it; answers once that is committed. */
export async function makeCall({
  deps,
  call,
  until,
}: {
  deps: ActivityDeps;
  call: ClaimedCall;
  /** The activity's cancellation: cuts the call off. */
  until: AbortSignal;
}): Promise<Recorded> {
  const out = deps.calls.begin({ jobId: call.jobId, until });
  try {
    return await deps.record(await deps.callOut({ call, signal: out.signal }));
  } finally {
    out.end();
  }
}
