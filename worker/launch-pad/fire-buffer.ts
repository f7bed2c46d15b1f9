import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { shuttingDown } from '#worker/activities/activity-failures.ts';
import { createHeap } from './heap.ts';
import { createInstants } from './instants.ts';
import type { HeldEntry, Launch, PadOrder } from './types.ts';

/** Delay before a busy or undecided fire is rechecked. */
const againMs = 1000;

export type FireBuffer = ReturnType<typeof createFireBuffer>;

interface BufferSettings {
  now: () => number;
  giveBack: (call: ClaimedCall) => void;
  /** Called when a fire gets a new time for its claim pass. */
  onPlanned: () => void;
}

type NewEntry = Pick<HeldEntry, 'order' | 'onWaiting' | 'leave' | 'fail'>;

/** The fires in the pad, from their dispatch until they leave. */
export function createFireBuffer({ now, giveBack, onPlanned }: BufferSettings) {
  const entries = createJobIndex();
  const passes = createPassQueue(onPlanned);
  let isClosed = false;

  /** Adds a fire; one that is handed in again replaces its older entry. */
  function hold(given: NewEntry) {
    const entry = toEntry(given);
    const older = entries.find(given.order);
    if (older?.state === 'held') {
      // The newer entry keeps a claim without a call.
      entry.call = older.call;
      remove(older, () => older.fail(new Error('Redispatched.')));
    }
    entries.add(entry);
    if (older && older.state !== 'gone') recheckLater(entry);
    else passes.addFirst(entry);
  }

  /** Once the pad is closing, an unclaimed fire leaves: another worker has its job. */
  function recheckLater(entry: HeldEntry) {
    if (isClosed && !entry.call) {
      remove(entry, () => entry.fail(shuttingDown()));
      return;
    }
    entry.state = 'held';
    passes.addRecheck(entry, entry.isRecheckRequested ? now() : now() + againMs);
    entry.isRecheckRequested = false;
  }

  function remove(entry: HeldEntry, leave: () => void) {
    if (entry.state === 'held') passes.removeFirst(entry);
    entry.state = 'gone';
    entries.remove(entry);
    leave();
  }

  const leaveAs = (entry: HeldEntry, launch: Launch) => remove(entry, () => entry.leave(launch));

  /** Drops the fire: it is no longer called. */
  function dismiss(entry: HeldEntry) {
    if (entry.call) giveBack(entry.call);
    leaveAs(entry, { kind: 'changed' });
  }

  /** Drops unclaimed fires, which other workers have; claimed ones are still called. */
  function close() {
    isClosed = true;
    for (const entry of entries.all()) if (entry.state === 'held' && !entry.call) recheckLater(entry);
  }

  const { each, ofJob } = entries;
  const { addRecheck: recheckAt, takeDue, nextAt } = passes;
  const isClosing = () => isClosed;
  return { each, ofJob, hold, recheckAt, recheckLater, leaveAs, dismiss, takeDue, nextAt, close, isClosing };
}

const toEntry = (given: NewEntry): HeldEntry => ({
  ...given,
  state: 'held',
  recheckAt: null,
  isDecided: false,
  isRecheckRequested: false,
  call: null,
  isDeleted: false,
  newest: given.order.version,
});

/** Indexes the fires by job: a change of a job finds its fires without a scan of thousands. */
function createJobIndex() {
  const jobs = new Map<number, HeldEntry[]>();
  const ofJob = (jobId: number) => jobs.get(jobId) ?? [];
  return {
    ofJob,
    all: () => [...jobs.values()].flat(),
    /** Visits tens of thousands of fires every two seconds, so it makes no array and no iterator. */
    each: (look: (entry: HeldEntry) => void) => {
      jobs.forEach((entries) => {
        entries.forEach(look);
      });
    },
    find: ({ jobId, scheduledFor }: PadOrder) =>
      ofJob(jobId).find(({ order }) => order.scheduledFor === scheduledFor),
    add: (entry: HeldEntry) => jobs.set(entry.order.jobId, [...ofJob(entry.order.jobId), entry]),
    remove(entry: HeldEntry) {
      const { jobId } = entry.order;
      const rest = ofJob(jobId).filter((other) => other !== entry);
      if (rest.length > 0) jobs.set(jobId, rest);
      else jobs.delete(jobId);
    },
  };
}

/** Orders fires by the time of their next claim pass: the first one before their instant, or a recheck. */
function createPassQueue(onPlanned: () => void) {
  const instants = createInstants();
  const again = createHeap<{ entry: HeldEntry; at: number }>(({ at }) => at);
  return {
    addFirst: (entry: HeldEntry) => {
      instants.add(entry);
      onPlanned();
    },
    removeFirst: (entry: HeldEntry) => instants.remove(entry),
    addRecheck: (entry: HeldEntry, at: number) => {
      entry.recheckAt = at;
      again.push({ entry, at });
      onPlanned();
    },
    nextAt: () => Math.min(instants.nextPassAt(), again.peek()?.at ?? Infinity),
    takeDue: (instant: number): HeldEntry[] => {
      const due = instants.takeDue(instant);
      // A time further away than the delay of a recheck is from before the clock was set back.
      const isDue = (at: number) => at <= instant || at > instant + againMs;
      for (let first = again.peek(); first && isDue(first.at); first = again.peek()) {
        again.pop();
        // A rechecked fire is in the queue twice.
        const { entry, at } = first;
        if (entry.state === 'held' && entry.recheckAt === at) due.push(entry);
      }
      return due;
    },
  };
}
