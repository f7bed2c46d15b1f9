import { shuttingDown } from '#worker/activities/activity-failures.ts';
import { createClaimPass } from './claim-pass.ts';
import { createFireBuffer, type FireBuffer } from './fire-buffer.ts';
import { createRelease, type Release, releasedAtOnce } from './release.ts';
import type { HeldEntry, JobChange, Launch, PadOrder, PadSettings } from './types.ts';

/**
 * The timer fires this long before the instant of many calls; then each iteration of the event loop checks the clock. A
 * stream of single calls would keep the processor busy that way: they leave by the timer, a millisecond late at most.
 */
const watchMs = 3;
/** Longest timer: timers do not notice a changed clock or a sleeping machine. */
const longestTimerMs = 1000;

/** A burst counts as leaving from this long before its instant. */
const burstMs = 600;
const releasingMs = 50;
/** More calls of one instant than this need the event loop for themselves. A steady stream has only a few. */
const herdSize = 20;

export type LaunchPad = ReturnType<typeof createLaunchPad>;

/**
 * Holds the fires of this process, claims them in the ledger shortly before their instant and releases them at it:
 * never early (engine.md section 3). One queue instead of a timer per fire.
 */
export function createLaunchPad({
  now = Date.now,
  hasRoom = () => true,
  giveBack = () => {},
  retryLaterMs = () => null,
  onFirstClaim = () => {},
  onError = () => {},
  ...given
}: PadSettings) {
  const settings = { now, hasRoom, giveBack, retryLaterMs, onFirstClaim, onError, ...given };
  const nextAt = (): number => Math.min(claimPass.nextAt(), release.nextAt());
  const isWatched = () => release.leavingWithin(2 * watchMs) > herdSize;
  const { schedule, wakeAtOnce } = createWakeTimer({ now, nextAt, isWatched, onWake: turn });
  const buffer = createFireBuffer({ ...settings, onPlanned: schedule });
  const release = createRelease({ ...settings, buffer });
  const claimPass = createClaimPass({ ...settings, buffer, release, onEnd: wakeAtOnce });

  function turn() {
    claimPass.run();
    release.run();
    schedule();
  }

  return {
    /**
     * @param onWaiting called once, if the fire waits after its instant
     * @throws Error if the pad closes before the fire is claimed: another worker has its job
     */
    launch(order: PadOrder, { onWaiting = () => {} }: { onWaiting?: () => void } = {}): Promise<Launch> {
      if (buffer.isClosing()) return Promise.reject(shuttingDown());
      return new Promise((leave, fail) => buffer.hold({ order, onWaiting, leave, fail }));
    },
    /** Drops the unclaimed fires of a job that another worker now holds. */
    giveUp(jobId: number) {
      for (const entry of buffer.ofJob(jobId))
        if (entry.state === 'held' && !entry.call) buffer.dismiss(entry);
    },
    /** Applies a change of a job to its fires; returns the number of those that have left. */
    drop(change: JobChange): number {
      const entries = buffer.ofJob(change.jobId);
      for (const entry of entries) {
        if (change.version === 'deleted') dropDeleted(entry, buffer);
        else dropOlder({ entry, version: change.version, buffer, release, now });
      }
      return entries.filter(({ state }) => state === 'gone').length;
    },
    /** Rechecks the fires that wait for a call of this job: one has ended. */
    recheckAt(jobId: number) {
      for (const entry of buffer.ofJob(jobId)) {
        if (entry.state === 'claiming') entry.isRecheckRequested = true;
        else if (entry.state === 'held' && entry.recheckAt !== null) buffer.recheckAt(entry, now());
      }
    },
    size: () => sizeOf(buffer),
    depth: () => depthOf(buffer),
    /** Many calls of one instant are leaving or about to: other work should wait. */
    isReleasing: () => release.leavingWithin(releasingMs) > herdSize,
    /** More calls of one instant are leaving or about to than one iteration starts: a steady stream is no burst. */
    isBursting: () => claimPass.herd() + release.leavingWithin(burstMs) > releasedAtOnce,
    /** A call has ended: claimed calls may wait for its slot. */
    makeRoom: schedule,
    isClosing: buffer.isClosing,
    close: buffer.close,
  };
}

/** A deleted job is not called at all. */
function dropDeleted(entry: HeldEntry, buffer: FireBuffer) {
  if (entry.state === 'claiming') entry.isDeleted = true;
  else buffer.dismiss(entry);
}

/**
 * An unclaimed fire of an older version leaves: its job is planned again. After a claim pass it may have a row, so it
 * is rechecked. A claimed one is still called, soon.
 */
function dropOlder({
  entry,
  version,
  buffer,
  release,
  now,
}: {
  entry: HeldEntry;
  version: number;
  buffer: FireBuffer;
  release: Release;
  now: () => number;
}) {
  if (entry.state === 'held' && !entry.call && entry.order.version < version) {
    if (entry.recheckAt === null) buffer.dismiss(entry);
    else buffer.recheckAt(entry, now());
  } else {
    entry.newest = Math.max(entry.newest, version);
    if (entry.state === 'ready') release.lineUpAgain(entry);
  }
}

/** Counts the fires waiting for their claim pass, claimed, and waiting after a claim pass. */
function depthOf(buffer: FireBuffer) {
  const depth = { held: 0, claimed: 0, queued: 0 };
  buffer.each(({ call, recheckAt }) => {
    if (call !== null) depth.claimed += 1;
    else if (recheckAt === null) depth.held += 1;
    else depth.queued += 1;
  });
  return depth;
}

function sizeOf(buffer: FireBuffer): number {
  const { held, claimed, queued } = depthOf(buffer);
  return held + claimed + queued;
}

/** Wakes the pad for its next work: by one timer, and in the last milliseconds at each iteration of the event loop. */
function createWakeTimer({
  now,
  nextAt,
  isWatched,
  onWake,
}: {
  now: () => number;
  nextAt: () => number;
  /** Many calls are about to leave. */
  isWatched: () => boolean;
  onWake: () => void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let wakesAt = Infinity;

  function wake() {
    timer = immediate = undefined;
    wakesAt = Infinity;
    onWake();
  }

  function wakeAt(at: number) {
    if (immediate || at === Infinity || (timer && wakesAt <= at)) return;
    clearTimeout(timer);
    timer = undefined;
    const leftMs = at - now();
    const waitMs = isWatched() ? leftMs - watchMs : Math.ceil(leftMs);
    wakesAt = at;
    if (waitMs <= 0) immediate = setImmediate(wake);
    else timer = setTimeout(wake, Math.min(waitMs, longestTimerMs));
  }

  return {
    schedule: () => {
      // A woken iteration schedules the next one itself.
      if (!immediate) wakeAt(nextAt());
    },
    wakeAtOnce: () => wakeAt(-Infinity),
  };
}
