import { setTimeout as sleep } from 'node:timers/promises';
import type { WaitingActivity } from '#server/executions/residency/waiting-activities.server.ts';
import type { ActivityDeps } from '#worker/activities/deps.ts';
import { withLead } from '#worker/activities/plan-next-fire.ts';
import type { KeepReport } from '#workflows/contract.ts';
import { createDueReports, type DueReports } from './due-reports.ts';
import { rememberFollowed, type Resident } from './types.ts';

const lookMs = 50;
const restMs = 500;
/** Reports on the way at the same time: a server that responds slowly gets fewer of them. */
const atOnce = 50;
/** Requests in flight while Temporal does not respond. */
const probes = 5;
const flushMs = 2_000;

/** The functions of the residency table that reports need; tests pass their own. */
export interface ReportStore {
  waitingActivities: (jobIds: number[]) => Promise<WaitingActivity[]>;
  markReported: (activities: WaitingActivity[]) => Promise<void>;
  /** Returns the jobs whose residency has not ended: a new activity waits. */
  endResidencies: (jobIds: number[]) => Promise<number[]>;
  /** The open activity of a job's workflow as Temporal has it. */
  openActivity: (jobId: number) => Promise<WaitingActivity | null>;
  /** `gone`: the activity or its workflow has ended. */
  complete: (activity: WaitingActivity, report: KeepReport) => Promise<'done' | 'gone'>;
  /** Ensures that a job has a workflow, which then hands it to a worker. */
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

/**
 * Reports to Temporal about jobs that this worker holds: completes the open activity of the job's workflow by its id,
 * no matter which worker received it. A report is repeated until it has arrived.
 */
export function createReporter(parts: ReporterParts) {
  const { store, onError } = parts;
  const due = createDueReports(parts);
  const send = createSender({ ...parts, due });
  const looks = createLooks({ look, isNeeded: () => due.size() > 0 });

  /** Returns whether there was anything to send. */
  async function look(): Promise<boolean> {
    const ready = due.ready(send.room());
    if (ready.length === 0) return false;
    try {
      const activities = await store.waitingActivities(ready.map(({ jobId }) => jobId));
      const ofJob = new Map(activities.map((activity) => [activity.jobId, activity]));
      for (const resident of ready) {
        const activity = ofJob.get(resident.jobId);
        if (activity) void send.send(resident, activity);
      }
      await endUnawaited(ready.filter(({ jobId }) => !ofJob.has(jobId)));
    } catch (error) {
      onError(error);
      due.postponeAll();
    }
    return true;
  }

  /** Without an open activity, a job that leaves has nothing to report; others wait for the next activity. */
  async function endUnawaited(residents: Resident[]) {
    for (const resident of residents)
      if (!resident.isEnding) void awaitActivity({ ...parts, due, send: send.send }, resident);
    const ending = residents.filter(({ isEnding }) => isEnding);
    if (ending.length === 0) return;
    const awaited = new Set(await store.endResidencies(ending.map(({ jobId }) => jobId)));
    for (const resident of ending) {
      if (awaited.has(resident.jobId)) continue;
      due.remove(resident);
      if (!resident.isEnding) continue;
      // Its workflow sleeps until the next fire; woken, it plans and follows the attempt.
      if (resident.waiting.length > 0) void store.wakeWorkflow(resident.jobId).catch(onError);
      parts.onEnded(resident);
    }
  }

  return {
    add(resident: Resident) {
      if (resident.isGone && resident.waiting.length === 0) return;
      due.add(resident);
      looks.soon();
    },
    /** A new activity waits for the report of this job. */
    attached(resident: Resident) {
      if (due.hurry(resident)) looks.soon();
    },
    isDue: (resident: Resident) => due.of(resident) !== undefined,
    /** A job that was about to leave stays after all. */
    drop: (resident: Resident) => due.remove(resident),
    /** Waits until the reports of waiting attempts have arrived, for at most two seconds. */
    async flush() {
      const end = performance.now() + flushMs;
      while (due.hasWaiting() && performance.now() < end) await sleep(lookMs);
    },
    close: () => looks.close(),
  };
}

interface Awaiting extends ReporterParts {
  due: DueReports;
  send: (resident: Resident, activity: WaitingActivity) => Promise<void>;
}

/** After a while, asks Temporal: the row may lack the activity, or the activity may not have reached a worker. */
async function awaitActivity({ store, onError, due, send }: Awaiting, resident: Resident): Promise<void> {
  const one = due.of(resident);
  if (!one) return;
  one.isSending = due.isOverdue(resident);
  const activity = one.isSending ? await askTemporal(store, resident).catch(onError) : null;
  one.isSending = false;
  if (activity) void send(resident, activity);
  else due.awaitActivity(resident);
}

/** Without an open activity, the workflow may be gone. */
async function askTemporal(store: ReportStore, { jobId, isGone }: Resident): Promise<WaitingActivity | null> {
  const activity = await store.openActivity(jobId);
  if (!activity && !isGone) await store.wakeWorkflow(jobId);
  return activity;
}

/** Checks for due reports, one check at a time, and less often while none is ready. */
function createLooks({ look, isNeeded }: { look: () => Promise<boolean>; isNeeded: () => boolean }) {
  let timer: NodeJS.Timeout | undefined;
  let isResting = false;
  let isLooking = false;
  let isClosed = false;

  function schedule(ms: number) {
    if (isClosed || timer) return;
    isResting = ms > lookMs;
    timer = setTimeout(() => void run(), ms);
  }

  async function run() {
    timer = undefined;
    isLooking = true;
    const hasFound = await look();
    isLooking = false;
    if (isNeeded()) schedule(hasFound ? lookMs : restMs);
  }

  return {
    soon() {
      if (isLooking) return;
      if (isResting) clearTimeout(timer);
      if (isResting) timer = undefined;
      schedule(lookMs);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Completes activities with the reports of their jobs. */
function createSender(parts: ReporterParts & { due: DueReports }) {
  const { now, store, due, onError } = parts;
  let failures = 0;
  let sending = 0;

  async function send(resident: Resident, activity: WaitingActivity) {
    // After a restore of the database, the table may name an earlier activity than the open one.
    for (let next: WaitingActivity | null = activity; next;) next = await sendTo(resident, next);
  }

  /** Returns the activity to report to instead if this one has ended; otherwise null. */
  async function sendTo(resident: Resident, activity: WaitingActivity): Promise<WaitingActivity | null> {
    const one = due.of(resident);
    if (!one) return null;
    Object.assign(one, { isSending: true, isAgain: false });
    sending += 1;
    try {
      await parts.pacer.turn(resident.waiting[0]?.retryAt ?? now());
      const report = reportOf({ ...parts, resident });
      const result = await store.complete(activity, report);
      failures = 0;
      if (result === 'done') onArrived({ resident, report, isAgain: one.isAgain });
      await store.markReported([activity]);
      const other = result === 'gone' ? await otherActivity(resident, activity) : null;
      if (result === 'gone' && !other) due.postpone(one);
      return other;
    } catch (error) {
      failures += 1;
      onError(error);
      due.postpone(one);
      return null;
    } finally {
      one.isSending = false;
      sending -= 1;
    }
  }

  /** Returns the job's open activity, or null if it is the given one. Without an open activity, wakes the workflow. */
  async function otherActivity(resident: Resident, { runId, activityId }: WaitingActivity) {
    const open = resident.isGone ? null : await askTemporal(store, resident);
    return open?.runId === runId && open.activityId === activityId ? null : open;
  }

  function onArrived({
    resident,
    report,
    isAgain,
  }: {
    resident: Resident;
    report: KeepReport;
    isAgain: boolean;
  }) {
    applyArrival(resident, report);
    parts.onKept(resident);
    // An ending job stays here until its residency has ended.
    if (report.isKept && !isAgain && resident.waiting.length === 0) due.remove(resident);
  }

  return { send, room: () => (failures > 0 ? probes : atOnce) - sending };
}

function applyArrival(resident: Resident, { waiting, lastOutcome }: KeepReport) {
  const reported = new Set(waiting.map(({ executionId }) => executionId));
  resident.waiting = resident.waiting.filter(({ executionId }) => !reported.has(executionId));
  rememberFollowed(resident, reported);
  resident.hasRun = false;
  if (lastOutcome === null) return;
  resident.shownOutcome = lastOutcome;
  resident.isShownUnsure = false;
}

/**
 * The report of a job to its workflow. If it names no fires, the workflow plans again: the fires of a paused job would
 * bring the job back at once, again and again. A job that another worker now holds is reported as kept.
 */
function reportOf({
  schedule,
  leadTime,
  now,
  resident,
}: Pick<ReporterParts, 'schedule' | 'leadTime' | 'now'> & { resident: Resident }): KeepReport {
  const { jobId, version, newest, cron, isPaused, timeZone, lastOutcome, waiting, tier, hasRun } = resident;
  const isKnown = !isPaused && cron !== null && version >= newest;
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
