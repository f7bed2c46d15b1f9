import { setTimeout as sleep } from 'node:timers/promises';
import { retryUntilCommitted } from '#server/database/retry-until-committed.server.ts';
import { stableFractionOf } from '#worker/limits/lead-time.ts';
import { recordExchange } from '#worker/metrics.ts';
import type { Residents } from './residents.ts';
import type { Resident } from './types.ts';

const takenAtOnce = 500;
/** A worker takes jobs up to the first multiple of its share, and gives some away above the second one. */
const fullAt = 1.1;
const surplusAt = 1.2;
/** Smaller surpluses stay. */
const leastSurplus = 20;
/** Jobs that are still free after this many rounds are taken by any worker. */
const patientRounds = 3;
/** Rounds between two checks of the balance, and between two comparisons with the table. */
const balanceRounds = 5;
const compareRounds = 15;
/** Rounds between two searches for jobs whose stay is over, or whose far fire has come near: each looks at all jobs. */
const reportRounds = 5;
/** Comparisons in the rounds after a failed one: a difference has to be found twice. */
const comparesAfterError = 2;
/** A job that fires sooner is not given away yet. */
const soonMs = 10_000;
const pollMs = 250;
/** Time for each statement of the hand-over: if the database stays down, no other worker can take the jobs. */
const retryMs = 2_000;

/** The functions of the residency table that the exchange of jobs needs; tests pass their own. */
export interface ExchangeStore {
  /** Jobs without a worker, all jobs with or without one, and live workers that do not shut down. */
  countResidencies: () => Promise<{ free: number; all: number; workers: number }>;
  take: (limit: number) => Promise<number[]>;
  free: (jobIds: number[]) => Promise<void>;
  /** Frees all jobs of this worker, which takes no others. */
  leave: () => Promise<void>;
  /** By job: its worker is this one, another one, or none; absent without a residency. */
  holdersOf: (jobIds: number[]) => Promise<Map<number, 'mine' | 'other' | 'free'>>;
  own: () => Promise<Set<number>>;
  restore: (jobIds: number[]) => Promise<void>;
}

interface ExchangeParts {
  residents: Residents;
  store: ExchangeStore;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Moves jobs between workers through PostgreSQL: take-over, balance, and the hand-over of a worker that stops. */
export function createExchange(parts: ExchangeParts) {
  const { residents, store, onError } = parts;
  let rounds = 0;
  let comparesDue = 0;
  let isLeaving = false;
  let running: Promise<void> | null = null;
  const takeFree = createTaker({ ...parts, isLeaving: () => isLeaving });
  const balance = createBalance(parts);
  const compare = createComparison(parts);

  /** Forgets the jobs that others have taken since this worker gave them away, and keeps those that came back. */
  async function forgetTaken(freed: Resident[]) {
    if (freed.length === 0) return;
    const holders = await store.holdersOf(freed.map(({ jobId }) => jobId));
    residents.forget(freed.map(({ jobId }) => jobId).filter((jobId) => holders.get(jobId) === 'other'));
    // Temporal has handed some of them to this worker again.
    for (const resident of freed) if (holders.get(resident.jobId) === 'mine') resident.isFreed = false;
  }

  async function exchange() {
    rounds += 1;
    await forgetTaken(freedOf(residents));
    const share = await takeFree();
    if (rounds % balanceRounds === 0) await balance(share);
    if (comparesDue > 0 || rounds % compareRounds === 0) await compare();
    comparesDue = Math.max(comparesDue - 1, 0);
    if (rounds % reportRounds === 1) residents.reportDue();
  }

  return {
    /** Runs after each renewal of the lease, and beside later ones: a slow statement must not cost the lease. */
    async round() {
      if (isLeaving || running) return;
      running = exchange().catch((error: unknown) => {
        // Jobs may be assigned to this worker by a statement whose response was lost.
        comparesDue = comparesAfterError;
        onError(error);
      });
      await running;
      running = null;
    },
    /** Gives all jobs away and goes on with them until others have taken them, for at most `limitMs`. */
    async leave({ limitMs }: { limitMs: number }) {
      isLeaving = true;
      const end = performance.now() + limitMs;
      try {
        const { workers } = await retry(store.countResidencies);
        // A round in progress may still take jobs, which would stay with this worker.
        await Promise.race([running, sleep(limitMs, undefined, { ref: false })]);
        await retry(store.leave);
        recordExchange('left', residents.size());
        while (workers > 1 && residents.size() > 0 && performance.now() < end) {
          await sleep(pollMs);
          await retry(() => forgetTaken([...residents.jobs.values()]));
        }
      } catch (error) {
        onError(error);
      }
    },
  };
}

/** An error such as a deadlock must not keep the jobs here until the lease ends; the last one is thrown. */
const retry = <Result>(write: () => Promise<Result>): Promise<Result> =>
  retryUntilCommitted({ write, onError: () => {}, limitMs: retryMs, againMs: pollMs });

interface Share {
  /** Jobs per worker if all had the same number. */
  share: number;
  workers: number;
}

/** Takes free jobs up to this worker's share; those that stay free are taken by any worker. */
function createTaker({ residents, store, isLeaving }: ExchangeParts & { isLeaving: () => boolean }) {
  let roundsWithFree = 0;

  return async function takeFree(): Promise<Share> {
    const { free, all, workers } = await store.countResidencies();
    roundsWithFree = free > 0 ? roundsWithFree + 1 : 0;
    const share = all / Math.max(workers, 1);
    const isPatient = workers > 1 && roundsWithFree < patientRounds;
    let left = isPatient && free > 0 ? Math.min(free, roomOf({ residents, share })) : free;
    while (left > 0 && !isLeaving()) {
      const taken = await store.take(Math.min(left, takenAtOnce));
      recordExchange('taken', taken.length);
      await residents.take(taken);
      left = taken.length === 0 ? 0 : left - taken.length;
    }
    return { share, workers };
  };
}

/** The room of this worker for free jobs; none until others have taken those that it has freed itself. */
function roomOf({ residents, share }: { residents: Residents; share: number }): number {
  return freedOf(residents).length > 0 ? 0 : Math.ceil(share * fullAt) - residents.size();
}

function freedOf({ jobs }: Residents): Resident[] {
  const freed: Resident[] = [];
  // Most rounds find none among thousands.
  for (const resident of jobs.values()) if (resident.isFreed) freed.push(resident);
  return freed;
}

/**
 * Gives away the jobs that this worker has above its share. Picked jobs that fire soon follow in later rounds: otherwise
 * all those of the next instant would stay.
 */
function createBalance({ residents, store, now }: ExchangeParts) {
  let isUneven = false;

  return async function balance({ share, workers }: Share) {
    const kept = residents.size() - freedOf(residents).length;
    const surplus = workers > 1 ? Math.floor(kept - share) : 0;
    const isLarge = surplus >= leastSurplus && kept > share * surplusAt;
    isUneven = surplus > 0 && (isUneven || isLarge);
    if (!isUneven) return;
    const instant = now();
    const picked = pick({ of: [...residents.jobs.values()].filter(mayMove), count: surplus });
    const moved = picked.filter(({ held }) => held.every((at) => at - instant > soonMs));
    if (moved.length === 0) return;
    await store.free(moved.map(({ jobId }) => jobId));
    for (const resident of moved) resident.isFreed = true;
    recordExchange('balanced', moved.length);
  };
}

/**
 * Picks by a hash of the job, so that a later round again picks those that were about to fire. Jobs created together
 * often share an owner, a schedule or an instant: each worker gets about an equal part of them.
 */
function pick({ of: residents, count }: { of: Resident[]; count: number }): Resident[] {
  const fractions = Float64Array.from(residents, ({ jobId }) => stableFractionOf(jobId)).sort();
  const limit = fractions[count] ?? 1;
  return residents.filter(({ jobId }) => stableFractionOf(jobId) < limit);
}

const mayMove = ({ callsOut, isEnding, isFreed, isPlanning }: Resident): boolean =>
  callsOut === 0 && !isEnding && !isFreed && !isPlanning;

/**
 * Compares the jobs of this process with the table: a response may have been lost, or rows deleted. A difference has to
 * be found twice, because jobs come and go meanwhile.
 */
function createComparison({ residents, store }: Pick<ExchangeParts, 'residents' | 'store'>) {
  let unknownBefore = new Set<number>();
  let missingBefore = new Set<number>();

  return async function compare() {
    const own = await store.own();
    const unknown = [...own].filter((jobId) => !residents.jobs.has(jobId));
    const missing = [...residents.jobs.keys()].filter((jobId) => !own.has(jobId));
    await residents.take(unknown.filter((jobId) => unknownBefore.has(jobId)));
    const lacking = missing.filter((jobId) => missingBefore.has(jobId));
    if (lacking.length > 0) {
      const holders = await store.holdersOf(lacking);
      residents.forget(lacking.filter((jobId) => holders.get(jobId) === 'other'));
      await store.restore(lacking.filter((jobId) => !holders.has(jobId)));
    }
    unknownBefore = new Set(unknown);
    missingBefore = new Set(missing);
  };
}
