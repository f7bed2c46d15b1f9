import { setTimeout as sleep } from 'node:timers/promises';
import type { WaitingActivity } from '#server/executions/residency/waiting-activities.server.ts';
import type { ActivityDeps } from '#worker/activities/deps.ts';
import { withLead } from '#worker/activities/plan-next-fire.ts';
import type { KeepReport } from '#workflows/contract.ts';
import type { Resident } from './types.ts';

const tickMs = 50;
const atOnce = 500;
/** Wait for a job without an activity: its workflow is about to start one, or Temporal is away. */
const shortestWaitMs = 500;
const longestWaitMs = 15_000;
/** Requests in flight while Temporal does not respond. */
const probes = 5;
const flushMs = 2_000;

/** The functions of the residency table that reports need; tests pass their own. */
export interface ReportStore {
  waitingActivities: (jobIds: number[]) => Promise<WaitingActivity[]>;
  markReported: (activities: WaitingActivity[]) => Promise<void>;
  /** Returns the jobs whose residency has not ended: a new activity waits. */
  endResidencies: (jobIds: number[]) => Promise<number[]>;
  /** `gone`: the activity or its workflow has ended. */
  complete: (activity: WaitingActivity, report: KeepReport) => Promise<'done' | 'gone'>;
  /** Makes sure that a job has a workflow that hands it to a worker. */
  wakeWorkflow: (jobId: number) => Promise<void>;
}

export interface ReporterParts extends Pick<ActivityDeps, 'schedule' | 'leadTime' | 'pacer' | 'onError'> {
  now: () => number;
  store: ReportStore;
  /** A report has arrived; the job stays. */
  onKept: (resident: Resident) => void;
  /** The residency has ended. */
  onEnded: (resident: Resident) => void;
}

interface Due {
  waitMs: number;
  /** No look before this time. */
  from: number;
  isSending: boolean;
}

/**
 * Reports to Temporal about jobs that this worker holds: completes the activity that the job's workflow has open, by
 * its id, whichever worker received it. A report is repeated until it has arrived.
 */
export function createReporter(parts: ReporterParts) {
  const { now, store, onError } = parts;
  const due = new Map<Resident, Due>();
  let timer: NodeJS.Timeout | undefined;
  let isTicking = false;
  let isClosed = false;
  let failures = 0;

  function schedule(ms: number) {
    if (!isClosed) timer ??= setTimeout(() => void tick(), ms);
  }

  async function tick() {
    timer = undefined;
    if (isTicking) return;
    isTicking = true;
    try {
      await sendDue();
    } catch (error) {
      onError(error);
      for (const one of due.values()) if (!one.isSending) postpone(one);
    } finally {
      isTicking = false;
    }
    if (due.size > 0) schedule(tickMs);
  }

  async function sendDue() {
    const instant = now();
    const room = failures > 0 ? probes - sending() : atOnce;
    const ready: Resident[] = [];
    for (const [resident, one] of due) {
      if (ready.length >= room) break;
      if (!one.isSending && one.from <= instant) ready.push(resident);
    }
    if (ready.length === 0) return;
    const activities = await store.waitingActivities(ready.map(({ jobId }) => jobId));
    const ofJob = new Map(activities.map((activity) => [activity.jobId, activity]));
    for (const resident of ready) {
      const activity = ofJob.get(resident.jobId);
      if (activity) void send(resident, activity);
    }
    await endUnawaited(ready.filter(({ jobId }) => !ofJob.has(jobId)));
  }

  const sending = () => [...due.values()].filter(({ isSending }) => isSending).length;

  /** Without an open activity, a job that leaves has nothing to report; others wait for the next one. */
  async function endUnawaited(residents: Resident[]) {
    for (const resident of residents) if (!resident.isEnding) postpone(due.get(resident));
    const ending = residents.filter(({ isEnding }) => isEnding);
    if (ending.length === 0) return;
    const awaited = new Set(await store.endResidencies(ending.map(({ jobId }) => jobId)));
    for (const resident of ending) {
      if (awaited.has(resident.jobId)) continue;
      due.delete(resident);
      if (resident.isEnding) parts.onEnded(resident);
    }
  }

  async function send(resident: Resident, activity: WaitingActivity) {
    const one = due.get(resident);
    if (!one) return;
    one.isSending = true;
    try {
      await parts.pacer.turn(resident.waiting[0]?.retryAt ?? now());
      const report = reportOf({ ...parts, resident });
      const result = await store.complete(activity, report);
      failures = 0;
      if (result === 'done') onArrived(resident, report);
      await store.markReported([activity]);
      if (result === 'gone' && !resident.isGone) await store.wakeWorkflow(resident.jobId);
      if (result === 'gone') postpone(one);
    } catch (error) {
      failures += 1;
      onError(error);
      postpone(one);
    } finally {
      one.isSending = false;
    }
  }

  function onArrived(resident: Resident, report: KeepReport) {
    const told = new Set(report.waiting.map(({ executionId }) => executionId));
    resident.waiting = resident.waiting.filter(({ executionId }) => !told.has(executionId));
    resident.followed = [...resident.followed, ...told].slice(-10);
    resident.hasRun = false;
    if (report.lastOutcome !== null) {
      resident.shownOutcome = report.lastOutcome;
      resident.isShownUnsure = false;
    }
    parts.onKept(resident);
    // An ending one stays here until its residency has ended.
    if (report.isKept && resident.waiting.length === 0) due.delete(resident);
  }

  function postpone(one: Due | undefined) {
    if (!one) return;
    one.from = now() + one.waitMs * (0.75 + Math.random() / 2);
    one.waitMs = Math.min(one.waitMs * 2, longestWaitMs);
  }

  return {
    add(resident: Resident) {
      if (resident.isGone && resident.waiting.length === 0) return;
      const known = due.get(resident);
      if (known && resident.isEnding) known.from = 0;
      if (!known) due.set(resident, { waitMs: shortestWaitMs, from: 0, isSending: false });
      schedule(tickMs);
    },
    /** A new activity waits for the report of this job. */
    attached(resident: Resident) {
      const one = due.get(resident);
      if (!one) return;
      Object.assign(one, { waitMs: shortestWaitMs, from: 0 });
      schedule(tickMs);
    },
    /** A job that was about to leave stays after all. */
    drop: (resident: Resident) => void due.delete(resident),
    /** Waits until the reports of waiting attempts have arrived, for at most two seconds. */
    async flush() {
      const end = performance.now() + flushMs;
      const isLeft = () => [...due.keys()].some(({ waiting }) => waiting.length > 0);
      while (isLeft() && performance.now() < end) await sleep(tickMs);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** The report of a job, for its workflow. One that another worker holds by now is reported as kept. */
function reportOf({
  schedule,
  leadTime,
  now,
  resident,
}: Pick<ReporterParts, 'schedule' | 'leadTime' | 'now'> & { resident: Resident }): KeepReport {
  const { jobId, version, newest, cron, timeZone, lastOutcome, waiting, tier, hasRun } = resident;
  const isKnown = cron !== null && version >= newest;
  const instants = isKnown ? schedule.nextFires({ cron, timeZone, after: now(), count: 2 }) : [];
  return {
    tag: 1,
    isKept: resident.isGone || !resident.isEnding,
    hasRun,
    version,
    lastOutcome,
    waiting: [...waiting],
    fires: instants.map((scheduledFor) => withLead({ deps: { leadTime }, jobId, scheduledFor })),
    graceMs: leadTime.graceMs(),
    stayMs: leadTime.stayMs(jobId),
    tier,
  };
}
