import { randomUUID } from 'node:crypto';
import { nextWorkerId } from '#server/engine/rescue/redispatch-keeps-of.server.ts';
import { claimAttempt } from '#server/executions/claiming/claim-attempt.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { claimRun } from '#server/executions/claiming/claim-run.server.ts';
import { countResidencies } from '#server/executions/residency/count-residencies.server.ts';
import { claimResidency, type KeepRequest } from '#server/executions/residency/claim-residency.server.ts';
import { freeResidencies, leaveResidencies } from '#server/executions/residency/free-residencies.server.ts';
import {
  holdersOf,
  residencesOf,
  restoreResidencies,
} from '#server/executions/residency/held-residencies.server.ts';
import { takeResidencies } from '#server/executions/residency/take-residencies.server.ts';
import {
  endResidencies,
  markReported,
  waitingActivities,
} from '#server/executions/residency/waiting-activities.server.ts';
import { completeKeep, openActivity, wakeWorkflow } from '#server/engine/report-keep.server.ts';
import { endLease } from '#server/executions/leases/end-lease.server.ts';
import { renewLease } from '#server/executions/leases/renew-lease.server.ts';
import type {
  ActivityRef,
  Admit,
  AttemptResult,
  ClaimedCall,
  HeldAttempt,
  HeldFire,
  ScheduleCalculator,
} from '#server/executions/ledger/types.ts';
import { planFires } from '#server/executions/planning/plan-fires.server.ts';
import { endRetrying } from '#server/executions/recording/end-retrying.server.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import { claimTestRun } from '#server/test-runs/claim-test-run.server.ts';
import { corrected, now, setAhead } from '#worker/background/clock.ts';
import type { JobUpdateEvent } from '#worker/background/page-updates.ts';
import type { Gate, GatedClaim } from '#worker/limits/admission.ts';
import { workerLoad } from './metrics.ts';

interface LedgerSettings {
  schedule: ScheduleCalculator;
  gate: Gate;
  graceMs: () => number;
  /** Reports whether calls are leaving just now: results wait for them. */
  isBusy: () => boolean;
  /** Receives page updates. */
  onJobUpdated: (update: JobUpdateEvent) => void;
}

/**
 * The ledger under this worker's id, which holds the lease. A rescued worker continues under a new id; claims under the
 * old one are no longer called.
 */
export function createWorkerLedger({ isBusy, ...settings }: LedgerSettings) {
  const { schedule, graceMs, onJobUpdated } = settings;
  const recorder = createRecorder({ isBusy });
  const firstId = randomUUID();
  let currentId: string = firstId;

  return {
    /** The first id of this worker: Temporal knows the worker by it. */
    firstId,
    ...createClaims({ ...settings, currentId: () => currentId }),
    async planFires(jobId: number) {
      const plan = await planFires({ jobId, now: now(), schedule, graceMs: graceMs() });
      onJobUpdated({ jobId });
      return plan;
    },
    async record(result: AttemptResult) {
      const recorded = await recorder.record(inTime(result));
      onJobUpdated({ jobId: result.call.jobId });
      return recorded;
    },
    /** @returns false if others have rescued this worker: it has a new id, without a lease so far */
    async renew(): Promise<boolean> {
      const { isHeld, aheadMs } = await renewLease({ workerId: currentId, load: workerLoad() });
      if (aheadMs !== null) setAhead(aheadMs);
      if (!isHeld) currentId = nextWorkerId(currentId);
      return isHeld;
    },
    /** The jobs of this worker, under its current id. */
    residencies: createResidencies(() => currentId),
    flush: () => recorder.flush(),
    async close() {
      await recorder.close();
      await endLease({ workerId: currentId });
    },
  };
}

/** The claims of this worker: each under its current id and within the limits of calls. */
function createClaims({
  schedule,
  gate,
  graceMs,
  onJobUpdated,
  currentId,
}: Omit<LedgerSettings, 'isBusy'> & { currentId: () => string }) {
  const owners = new WeakMap<ClaimedCall, string>();

  /** Claims under the current id, within the limits of calls, and remembers it with the call. */
  function under<Result extends GatedClaim | GatedClaim[]>(
    claim: (by: { workerId: string; admit: Admit }) => Promise<Result>,
  ): Promise<Result> {
    return gate.claim(async (admit) => {
      const workerId = currentId();
      const response = await claim({ workerId, admit });
      for (const one of [response].flat()) if (one.kind === 'call') owners.set(one.call, workerId);
      return response;
    });
  }

  /** Claims, and publishes the claim's changes. */
  async function claimed<Result extends GatedClaim>(executionId: number, claim: Promise<Result>) {
    const response = await claim;
    if (response.kind !== 'busy' && response.kind !== 'wait') onJobUpdated({ executionId });
    return response;
  }

  return {
    /** Reports whether a call was claimed under the id that holds the lease. */
    isOurs: (call: ClaimedCall) => owners.get(call) === currentId(),
    claimFires: async (fires: HeldFire[]) => {
      const claims = await under((by) =>
        claimFires({ ...by, now: now(), fires, schedule, graceMs: graceMs() }),
      );
      fires.forEach(({ jobId }, index) => claims[index]?.kind !== 'busy' && onJobUpdated({ jobId }));
      return claims;
    },
    claimAttempt: (held: HeldAttempt) =>
      claimed(
        held.executionId,
        under((by) => claimAttempt({ ...by, now: now(), held })),
      ),
    claimRun: (run: { executionId: number; ref: ActivityRef }) =>
      claimed(
        run.executionId,
        under((by) => claimRun({ ...by, now: now(), ...run })),
      ),
    claimTest: (id: string) => under((by) => claimTestRun({ ...by, id })),
    endRetrying: (executionId: number) => claimed(executionId, endRetrying({ executionId, now: now() })),
  };
}

/** The residency table as this worker sees it; the names of the functions are those of the parts that use them. */
function createResidencies(workerId: () => string) {
  const holderOf = (holder: string | null) =>
    holder === null ? 'free' : holder === workerId() ? 'mine' : 'other';
  return {
    claim: (request: Omit<KeepRequest, 'workerId'>) => claimResidency({ ...request, workerId: workerId() }),
    waitingActivities,
    markReported,
    endResidencies: (jobIds: number[]) => endResidencies({ workerId: workerId(), jobIds }),
    openActivity,
    complete: completeKeep,
    wakeWorkflow,
    countResidencies,
    take: (limit: number) => takeResidencies({ workerId: workerId(), limit }),
    free: (jobIds: number[]) => freeResidencies({ workerId: workerId(), jobIds }),
    leave: () => leaveResidencies({ workerId: workerId() }),
    async holdersOf(jobIds: number[]) {
      const holders = [...(await holdersOf(jobIds))];
      return new Map(holders.map(([jobId, holder]) => [jobId, holderOf(holder)] as const));
    },
    own: () => residencesOf({ workerId: workerId() }),
    restore: (jobIds: number[]) => restoreResidencies({ workerId: workerId(), jobIds }),
  };
}

/** Calls are timed by the process's own clock. */
function inTime(result: AttemptResult): AttemptResult {
  const { startedAt, endedAt, retryAt } = result;
  return {
    ...result,
    startedAt: corrected(startedAt),
    endedAt: corrected(endedAt),
    retryAt: retryAt === null ? null : corrected(retryAt),
  };
}
