import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker } from '@temporalio/worker';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import { countActiveJobs } from '#server/engine/count-active-jobs.server.ts';
import { countLiveWorkers } from '#server/engine/count-live-workers.server.ts';
import { registerSearchAttributes } from '#server/engine/register-search-attributes.server.ts';
import { workerIdentity } from '#server/engine/rescue/redispatch-keeps-of.server.ts';
import { env } from '#server/env.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { ScheduleCalculator } from '#server/executions/ledger/types.ts';
import { log } from '#server/log.server.ts';
import { type Admission, callsPerWorker, createAdmission } from '#server/outbound/limits/admission.server.ts';
import { recordCap } from '#server/outbound/limits/record-cap.server.ts';
import { endTestRun } from '#server/test-runs/end-test-run.server.ts';
import { markTestRunSent } from '#server/test-runs/mark-sent.server.ts';
import { enqueueTooLong } from '#server/watches/enqueue-too-long.server.ts';
import { makeMaintenanceActivities } from '#worker/activities/maintenance.ts';
import { sanitizeFailures } from '#worker/activities/sanitize-failure.ts';
import { createAfterBurst } from '#worker/background/after-burst.ts';
import { cachedWorkflowsFor, memoryBytes, threadsFor } from '#worker/background/cached-workflows.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import { now } from '#worker/background/clock.ts';
import { createEventDeliveries } from '#worker/background/event-deliveries.ts';
import { createHeartbeats } from '#worker/background/heartbeats.ts';
import { createJobChangeFeed } from '#worker/background/job-change-feed.ts';
import { createLease } from '#worker/background/lease.ts';
import { createNotificationDeliveries } from '#worker/background/notification-deliveries.ts';
import type { JobUpdateEvent } from '#worker/background/page-updates.ts';
import { pollValue } from '#worker/background/poll-value.ts';
import { rescueLost } from '#worker/background/rescue-lost.ts';
import { createTooLongWatch } from '#worker/background/too-long-watch.ts';
import { createLaunchPad } from '#worker/launch-pad/launch-pad.ts';
import { createGate } from '#worker/limits/admission.ts';
import { createLeadTime } from '#worker/limits/lead-time.ts';
import { createPacer } from '#worker/limits/pacer.ts';
import { createExchange } from '#worker/residents/exchange.ts';
import { createResidents, type Residents } from '#worker/residents/residents.ts';
import type { ActivityDeps } from './activities/deps.ts';
import { makeActivities } from './activities/make-activities.ts';
import { bundlePath } from './bundle-path.ts';
import { type CallOut, callOut } from './call-out.ts';
import { createWorkerLedger } from './ledger.ts';
import { measureWorker, recordClaimLead } from './metrics.ts';

const closeLimitMs = 2_000;
const workersMs = 5_000;
/** For this long at most, a worker that stops goes on with jobs that no other worker has taken. */
const handOverMs = 10_000;
const drainMs = 20;
/** A workflow task waits this long for the worker that caches its run: Temporal takes as long to notice a dead one. */
const stickyMs = 10_000;
/** After the last calls were cut off, their results are recorded and go back to Temporal. */
const forceMs = 4_000;

export interface WorkerParts {
  schedule?: ScheduleCalculator;
  callOut?: CallOut;
  admission?: Admission;
  /** File of the bundled workflow code. */
  bundle?: string;
  /** Time for calls in flight after `stop`. */
  shutdownMs?: number;
  /** Receives page updates. */
  onJobUpdated?: (move: JobUpdateEvent) => void;
}

export interface RunningWorker {
  /** Gives its jobs to other workers, lets claimed fires go out, ends the lease. */
  stop: () => Promise<void>;
  /** Resolves when the worker has stopped; rejects if it could not continue. */
  ended: Promise<void>;
}

/**
 * Starts the engine in this process: launch pad, lease, relay and the Temporal worker.
 * @throws Error while Temporal or the database is down: start again
 */
export async function startWorker(parts: WorkerParts = {}): Promise<RunningWorker> {
  const shutdownMs = parts.shutdownMs ?? env().SHUTDOWN_GRACE_SECONDS * 1000;

  await registerSearchAttributes();
  const connection = await NativeConnection.connect({ address: env().TEMPORAL_ADDRESS });

  let isClosing = false;
  const engine = startEngine({ parts, isClosing: () => isClosing });
  const closeAll = async () => {
    await engine.leave({ shutdownMs });
    await engine.close();
    await connection.close();
  };
  await engine.ready;
  const worker = await createTemporalWorker({
    ...{ engine, connection, shutdownMs, parts },
    isClosing: () => isClosing,
  }).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  const ended = worker.run().finally(closeAll);
  return {
    ended,
    stop: async () => {
      if (isClosing) return ended;
      isClosing = true;
      engine.pacer.letAllGo();
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await Promise.all([engine.leave({ shutdownMs }), ended]);
    },
  };
}

type Engine = ReturnType<typeof startEngine>;

interface EngineParts {
  parts: WorkerParts;
  isClosing: () => boolean;
}

/** Starts the parts that decide and count, beside Temporal's worker: limits, ledger, lease, launch pad, residents. */
function startEngine({ parts, isClosing }: EngineParts) {
  const schedule = parts.schedule ?? { nextFires, firesBetween };
  const onJobUpdated = parts.onJobUpdated ?? (() => {});
  const onError = (error: unknown) => log().warn(errorFields(error), 'engine: will be retried');
  const leadTime = createLeadTime({ count: countActiveJobs });
  const workers = pollValue({ read: countLiveWorkers, first: 1, everyMs: workersMs });
  const calls = createInFlightCalls();
  const limits = { liveWorkers: workers.current, callsOut: calls.unanswered };
  const admission =
    parts.admission ?? createAdmission({ ...limits, onCapped: (capped) => void recordCap(capped) });
  const gate = createGate({ now, admission, onPlace: (jobId) => pad.recheckAt(jobId) });
  const ledger = createWorkerLedger({
    schedule,
    gate,
    graceMs: leadTime.graceMs,
    onJobUpdated,
    isBusy: () => pad.isReleasing() || calls.isSending(),
  });
  const { flush } = ledger;
  const lease = createLease({
    ...{ renew: () => ledger.renew(), flush, rescue: rescueLost, onError },
    onHeld: () => void exchange.round(),
    onLost: () => residents.forget([...residents.jobs.keys()]),
  });
  const pad = createLaunchPad({
    now,
    claim: ledger.claimFires,
    hasLease: lease.isHeld,
    mayCall: (call) => lease.isHeld() && ledger.isOurs(call),
    hasRoom: (more) => calls.unanswered() + more <= callsPerWorker,
    giveBack: gate.giveBack,
    retryLaterMs: ({ jobId, scheduledFor }) => gate.retryLaterMs({ jobId, since: scheduledFor }),
    ...{ onFirstClaim: recordClaimLead, onError },
  });
  const afterBurst = createAfterBurst({ isBusy: pad.isReleasing });
  const pacer = createPacer({ isBusy: pad.isBursting });
  const heartbeats = createHeartbeats({ now });
  const deps: Omit<ActivityDeps, 'residents'> = {
    ...jobDeps({ parts, ledger }),
    ...{ schedule, pad, leadTime, heartbeats, calls, afterBurst, pacer, gate, onError, isClosing },
    hasLease: lease.isHeld,
  };
  const residents = createResidents({ ...deps, now, store: ledger.residencies });
  const exchange = createExchange({ residents, store: ledger.residencies, now, onError });
  const events = createEventDeliveries({ hasLease: lease.isHeld });
  const notifications = createNotificationDeliveries({ isBusy: pad.isBursting, onDelivered: onJobUpdated });
  const feed = createJobChangeFeed({ calls, residents, notifications, events });
  const tooLong = createTooLongWatch({ look: () => enqueueTooLong({ now: now() }), onError });
  const measured = measureWorker({ pad, calls, lease, residents });
  const leave = once(({ shutdownMs }: { shutdownMs: number }) =>
    leaveJobs({ exchange, pad, calls, residents, notifications, shutdownMs }),
  );
  const close = async () => {
    for (const part of [heartbeats, measured, tooLong, leadTime, workers, lease, residents]) part.close();
    await withinLimit([feed.close(), events.close(), ledger.close().catch(onError)]);
  };
  const ready = Promise.all([lease.ready, feed.ready]);
  const activities = makeActivities({ ...deps, residents });
  return { activities, firstId: ledger.firstId, pacer, leave, close, ready };
}

/** Outcomes that could not be written, because the database is down, are rescued by the next worker. */
async function withinLimit(closing: Promise<void>[]): Promise<void> {
  await Promise.race([Promise.all(closing), sleep(closeLimitMs, undefined, { ref: false })]);
}

/** Calls once: later calls return the same promise. */
function once<Given>(work: (given: Given) => Promise<void>): (given: Given) => Promise<void> {
  let running: Promise<void> | undefined;
  return (given) => (running ??= work(given));
}

/** Other workers take the jobs; then the calls in flight end, or are cut off. */
async function leaveJobs({
  exchange,
  pad,
  calls,
  residents,
  notifications,
  shutdownMs,
}: {
  exchange: ReturnType<typeof createExchange>;
  pad: ReturnType<typeof createLaunchPad>;
  calls: ReturnType<typeof createInFlightCalls>;
  residents: Residents;
  notifications: ReturnType<typeof createNotificationDeliveries>;
  shutdownMs: number;
}): Promise<void> {
  const delivered = notifications.close({ limitMs: shutdownMs });
  const end = performance.now() + shutdownMs;
  await exchange.leave({ limitMs: Math.min(handOverMs, shutdownMs) });
  pad.close();
  while ((calls.size() > 0 || pad.size() > 0) && performance.now() < end) await sleep(drainMs);
  calls.cut({ reason: 'shutdown' });
  while (calls.size() > 0 && performance.now() < end + forceMs) await sleep(drainMs);
  await Promise.all([residents.flush(), delivered]);
}

interface TemporalWorkerParts {
  parts: WorkerParts;
  engine: Engine;
  connection: NativeConnection;
  shutdownMs: number;
  isClosing: () => boolean;
}

/** Creates the worker that takes workflow tasks and activities from Temporal. */
function createTemporalWorker(given: TemporalWorkerParts): Promise<Worker> {
  const { parts, engine, connection, shutdownMs, isClosing } = given;
  return Worker.create({
    connection,
    namespace: env().TEMPORAL_NAMESPACE,
    taskQueue: env().TEMPORAL_TASK_QUEUE,
    identity: workerIdentity(engine.firstId),
    workflowBundle: { codePath: parts.bundle ?? bundlePath },
    activities: { ...engine.activities, ...makeMaintenanceActivities({ isClosing }) },
    interceptors: { activity: [sanitizeFailures] },
    ...slots(),
    shutdownGraceTime: shutdownMs + 1_000,
    shutdownForceTime: shutdownMs + forceMs,
  });
}

/** The dependencies of activities and residents that the ledger and the parts of a test give. */
function jobDeps({ parts, ledger }: { parts: WorkerParts; ledger: ReturnType<typeof createWorkerLedger> }) {
  return {
    endTest: endTestRun,
    testSent: markTestRunSent,
    callOut: parts.callOut ?? callOut,
    ...ledger,
    claimResidency: ledger.residencies.claim,
    linkOf: (jobId: number) => `${env().APP_ORIGIN}/dashboard/jobs/${jobId}`,
  };
}

/** Activities wait for their calls rather than work. */
function slots() {
  const maxCachedWorkflows = env().MAX_CACHED_WORKFLOWS ?? cachedWorkflowsFor(memoryBytes());
  return {
    maxConcurrentWorkflowTaskExecutions: 100,
    maxConcurrentActivityTaskExecutions: 2_000,
    workflowTaskPollerBehavior: { type: 'autoscaling' as const },
    activityTaskPollerBehavior: { type: 'autoscaling' as const },
    maxCachedWorkflows,
    workflowThreadPoolSize: threadsFor(maxCachedWorkflows),
    // After this time, another worker picks up the tasks of a dead one.
    stickyQueueScheduleToStartTimeout: stickyMs,
    maxHeartbeatThrottleInterval: 2_000,
    defaultHeartbeatThrottleInterval: 2_000,
  };
}
