import type { Claim, ClaimedCall, HeldFire } from '#server/executions/ledger/types.ts';
import { shuttingDown } from '#worker/activities/shutting-down.ts';
import { createBuffer } from './buffer.ts';
import { createHeap } from './heap.ts';
import { createInstants } from './instants.ts';
import { createLeaseHandoff } from './lease-handoff.ts';
import type { Entry, JobChange, Launch, PadOrder } from './types.ts';

/** The timer wakes so long before an instant; then each turn of the event loop looks at the clock. */
const watchMs = 3;
/** Upper limit of timers: a timer does not notice a changed clock or a sleeping machine. */
const longestTimerMs = 1000;
/** Delay before a busy fire, or one with a failed claim pass, is checked again. */
const againMs = 1000;
const batchSize = 1000;
const passesAtOnce = 2;
/** Calls begun in one turn of the event loop; the first ones reach the wire before the last ones begin. */
const releasedAtOnce = 100;
/** A burst counts as leaving from so long before its instant. */
const burstMs = 400;
const releasingMs = 50;

interface PadSettings {
  /** Milliseconds of the wall clock. */
  now?: () => number;
  /** Asks the ledger; one answer for each fire, in their order. */
  claim: (fires: HeldFire[]) => Promise<Claim[]>;
  /** Reports whether this worker may claim: without a lease others take it for dead. */
  hasLease: () => boolean;
  /** Reports whether it may make a call it claimed: not if others have settled it since. */
  mayCall: (call: ClaimedCall) => boolean;
  /** Reports whether this many more calls may be in flight. */
  hasRoom?: (calls: number) => boolean;
  /** Releases a claimed call this pad does not make. */
  giveBack?: (call: ClaimedCall) => void;
  /** So many milliseconds an unclaimed fire shall wait outside; null if it stays and is looked at each second. */
  retryLaterMs?: (order: PadOrder) => number | null;
  onError?: (error: unknown) => void;
}

export type LaunchPad = ReturnType<typeof createLaunchPad>;

/**
 * Holds the fires of this process, asks the ledger shortly before their instant and lets them go when
 * the clock has reached it: never early (engine.md section 3). One queue, not a timer a fire.
 */
export function createLaunchPad({
  now = Date.now,
  claim,
  hasLease,
  mayCall,
  hasRoom = () => true,
  giveBack = () => {},
  retryLaterMs = () => null,
  onError = () => {},
}: PadSettings) {
  const entries = createBuffer();
  const instants = createInstants();
  const mayGo = createLeaseHandoff();
  const again = createHeap<{ entry: Entry; at: number }>(({ at }) => at);
  const ready = createHeap<{ entry: Entry; rank: number }>(({ rank }) => rank);
  let due: Entry[] = [];
  let passes = 0;
  let polling = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let wakesAt = Infinity;

  /** @throws Error if the pad closes before the fire is claimed: another worker gets it */
  function launch(order: PadOrder): Promise<Launch> {
    if (isClosed) return Promise.reject(shuttingDown());
    return new Promise((leave, fail) => {
      const entry: Entry = {
        ...{ order, leave, fail, newest: order.version },
        state: 'held',
        recheckAt: null,
        isRecheckRequested: false,
        call: null,
        isDeleted: false,
      };
      const older = entries.find(order);
      // The newer entry takes over a claimed call of the older one.
      if (older?.state === 'held') entry.call = older.call;
      if (older?.state === 'held') finish(older, () => older.fail(new Error('Handed out again.')));
      entries.add(entry);
      if (older && older.state !== 'gone') recheck(entry);
      else {
        instants.add(entry);
        schedule();
      }
    });
  }

  function turn() {
    timer = immediate = undefined;
    wakesAt = Infinity;
    const instant = now();
    due.push(...instants.takeDue(instant));
    // A time beyond any retry delay comes from a clock set back since.
    const isDue = (at: number) => at <= instant || at > instant + againMs;
    for (let first = again.peek(); first && isDue(first.at); first = again.peek()) {
      again.pop();
      // A rescheduled fire is in the queue twice.
      const { entry, at } = first;
      if (entry.state === 'held' && entry.recheckAt === at) due.push(entry);
    }
    claimDue();
    release();
    schedule();
  }

  function claimDue() {
    // A fire rescheduled while waiting is in the queue twice: claimed twice, it would be busy beside its own claim.
    due = [...new Set(due)].filter((entry) => entry.state === 'held');
    if (due.length > 0 && !hasLease()) due.splice(0).forEach(waitForLease);
    while (due.length > 0 && passes < passesAtOnce) {
      due.sort((a, b) => a.order.scheduledFor - b.order.scheduledFor || a.order.jobId - b.order.jobId);
      void pass(due.splice(0, batchSize));
    }
  }

  function waitForLease(entry: Entry) {
    if (entry.call || isClosed || !mayGo({ ...entry.order, instant: now() })) recheck(entry);
    else finish(entry, () => entry.leave({ kind: 'no_lease' }));
  }

  async function pass(batch: Entry[]) {
    passes += 1;
    polling += batch.length;
    // One order of locks for every worker.
    batch.sort((a, b) => a.order.jobId - b.order.jobId);
    batch.forEach((entry) => (entry.state = 'looking'));
    try {
      const claims = await claim(batch.map(({ order }) => order));
      batch.forEach((entry, index) => take(entry, claims[index]));
    } catch (error) {
      onError(error);
      batch.forEach((entry) => take(entry, undefined));
    } finally {
      passes -= 1;
      polling -= batch.length;
      schedule({ isAtOnce: true });
    }
  }

  function take(entry: Entry, response: Claim | undefined) {
    if (!response || response.kind === 'busy') {
      // Claimed by this worker, but without a lease for a moment: the claim is still valid.
      if (response && entry.call && mayCall(entry.call)) makeReady(entry);
      else if (response && !entry.call) stay(entry);
      else recheck(entry);
      return;
    }
    if (entry.call) giveBack(entry.call);
    entry.call = response.kind === 'call' ? response.call : null;
    if (entry.isDeleted) dismiss(entry);
    else if (entry.call) makeReady(entry);
    else finish(entry, () => entry.leave(response));
  }

  /** It waits for a call of its job to end, for a limit, or for another worker: here, unless it takes long. */
  function stay(entry: Entry) {
    const ms = entry.isRecheckRequested || isClosed ? null : retryLaterMs(entry.order);
    if (ms === null) recheck(entry);
    else finish(entry, () => entry.leave({ kind: 'put_off', ms }));
  }

  function makeReady(entry: Entry) {
    entry.state = 'ready';
    lineUp(entry);
  }

  /** A call with a job changed since its claim is the first of its instant: the owner has seen the change. */
  function lineUp(entry: Entry) {
    const { order, call, newest } = entry;
    ready.push({ entry, rank: order.scheduledFor - (call && call.jobVersion < newest ? 0.5 : 0) });
  }

  function recheck(entry: Entry) {
    if (isClosed && !entry.call) {
      finish(entry, () => entry.fail(shuttingDown()));
      return;
    }
    entry.state = 'held';
    planPass(entry, entry.isRecheckRequested ? now() : now() + againMs);
    entry.isRecheckRequested = false;
  }

  function planPass(entry: Entry, at: number) {
    entry.recheckAt = at;
    again.push({ entry, at });
    schedule();
  }

  function release() {
    const instant = now();
    for (let count = 0; count < releasedAtOnce;) {
      const first = ready.peek()?.entry;
      if (!first || first.order.scheduledFor > instant || !hasRoom(count + 1)) return;
      ready.pop();
      const { call } = first;
      if (first.state !== 'ready' || !call) continue;
      if (mayCall(call)) {
        finish(first, () => first.leave({ kind: 'call', call }));
        count += 1;
      } else recheck(first);
    }
  }

  /** Limits claimed calls; one without room leaves once a call has ended. */
  const nextReleaseAt = () => (hasRoom(1) ? (ready.peek()?.entry.order.scheduledFor ?? Infinity) : Infinity);

  function dismiss(entry: Entry) {
    if (entry.call) giveBack(entry.call);
    finish(entry, () => entry.leave({ kind: 'changed' }));
  }

  function finish(entry: Entry, leave: () => void) {
    if (entry.state === 'held') instants.remove(entry);
    entry.state = 'gone';
    entries.remove(entry);
    leave();
  }

  function schedule({ isAtOnce = false } = {}) {
    if (immediate) return;
    const nextAt = isAtOnce
      ? -Infinity
      : Math.min(
          due.length > 0 && passes < passesAtOnce ? -Infinity : Infinity,
          instants.nextLookAt(),
          again.peek()?.at ?? Infinity,
          nextReleaseAt(),
        );
    if (nextAt === Infinity || (timer && wakesAt <= nextAt)) return;
    clearTimeout(timer);
    timer = undefined;
    const waitMs = nextAt - now() - watchMs;
    wakesAt = nextAt;
    if (waitMs <= 0) immediate = setImmediate(turn);
    else timer = setTimeout(turn, Math.min(waitMs, longestTimerMs));
  }

  /**
   * An unclaimed fire of an older version leaves: its chain plans again. One looked at may have its row and is looked
   * at anew. A claimed one is still called, soon. A deleted job is not called at all.
   */
  function drop({ jobId, version }: JobChange) {
    for (const entry of entries.ofJob(jobId)) {
      if (version === 'deleted') {
        if (entry.state === 'looking') entry.isDeleted = true;
        else dismiss(entry);
      } else if (entry.state === 'held' && !entry.call && entry.order.version < version) {
        if (entry.recheckAt === null) dismiss(entry);
        else planPass(entry, now());
      } else {
        entry.newest = Math.max(entry.newest, version);
        if (entry.state === 'ready') lineUp(entry);
      }
    }
  }

  /** Checks the fires waiting for a call of this job at once: one has ended. */
  function recheckAt(jobId: number) {
    for (const entry of entries.ofJob(jobId)) {
      if (entry.state === 'looking') entry.isRecheckRequested = true;
      else if (entry.state === 'held' && entry.recheckAt !== null) planPass(entry, now());
    }
  }

  return {
    launch,
    drop,
    lookAt: recheckAt,
    /** Jobs with an unclaimed fire. */
    heldJobs: () => [...new Set(entries.all().map(({ order }) => order.jobId))],
    size: () => entries.all().length,
    /** Number of fires wait for their last look, are claimed, or have been looked at and wait for something. */
    depth: () => {
      const all = entries.all();
      const claimed = all.filter(({ call }) => call !== null).length;
      const held = all.filter(({ call, recheckAt }) => call === null && recheckAt === null).length;
      return { held, claimed, queued: all.length - claimed - held };
    },
    /** Calls are leaving, or about to within the next turns: whatever else can wait should. */
    isReleasing: () => nextReleaseAt() - now() < releasingMs,
    /** More calls than one turn takes are leaving or about to: a steady stream of few is no burst. */
    isBursting: () => polling + (nextReleaseAt() - now() < burstMs ? ready.size : 0) > releasedAtOnce,
    /** A call has ended: claimed calls may have waited for its room. */
    makeRoom: schedule,
    /** Gives unclaimed fires to other workers; claimed ones still go out. */
    close() {
      isClosed = true;
      for (const entry of entries.all())
        if (entry.state === 'held' && !entry.call) finish(entry, () => entry.fail(shuttingDown()));
    },
  };
}
