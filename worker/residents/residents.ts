import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobChange } from '#worker/launch-pad/types.ts';
import type { KeepOrder } from '#workflows/contract.ts';
import { nearMs } from '#workflows/next-step.ts';
import { createFiring, type FiringParts } from './firing.ts';
import { createReporter, type ReporterParts } from './reporter.ts';
import { newResident, type Resident } from './types.ts';

const flushMs = 3_000;

export type Residents = ReturnType<typeof createResidents>;

export type ResidentsParts = Omit<FiringParts, 'report'> & Omit<ReporterParts, 'onKept' | 'onEnded'>;

/**
 * The jobs that this worker holds from fire to fire (engine.md section 3): each has its next fire in the launch pad.
 * Temporal hears of a job again only if an attempt is to be retried, its outcome changes between good and bad, it is
 * about to leave, or its stay is over.
 */
export function createResidents(parts: ResidentsParts) {
  const { now, leadTime } = parts;
  const jobs = new Map<number, Resident>();
  const firing = createFiring({ ...parts, report: (resident) => reporter.add(resident) });
  const reporter = createReporter({
    ...parts,
    onKept: (resident) => void (resident.reportAt = now() + leadTime.stayMs(resident.jobId)),
    onEnded: forget,
  });

  function begin(resident: Resident) {
    reporter.drop(resident);
    resident.isEnding = false;
    void firing.plan(resident);
  }

  function forget(resident: Resident) {
    resident.isGone = true;
    if (jobs.get(resident.jobId) === resident) jobs.delete(resident.jobId);
    parts.pad.giveUp(resident.jobId);
  }

  return {
    /**
     * Keeps a job that Temporal has handed to this worker; one that is here already reports to the new activity. Bound:
     * a fire started in the async context of `keepJob` would retain that activity for as long as the job is here.
     */
    keep: AsyncLocalStorage.bind(
      ({ jobId, lastOutcome, stayMs }: Pick<KeepOrder, 'jobId' | 'lastOutcome' | 'stayMs'>) => {
        const reportAt = now() + stayMs;
        const known = jobs.get(jobId);
        const resident = findOrAdd(jobs, { jobId, reportAt });
        Object.assign(resident, { shownOutcome: lastOutcome, reportAt });
        if (known && !known.isEnding) reporter.attached(known);
        else begin(resident);
      },
    ),
    /** Takes over free jobs, some way into their stay, also own ones freed to repeat a lost call; resolves once planned. */
    async take(jobIds: number[]): Promise<void> {
      const reportAtOf = (jobId: number) => now() + Math.random() * leadTime.stayMs(jobId);
      const taken = jobIds.map((jobId) => findOrAdd(jobs, { jobId, reportAt: reportAtOf(jobId) }));
      for (const resident of taken) resident.isFreed = false;
      await Promise.all(taken.filter(({ isEnding }) => !isEnding).map(firing.plan));
    },
    /** Applies a change of a job that the database has announced; a fire that leaves the pad by it plans the job. */
    onChange(change: JobChange) {
      const { jobId, version } = change;
      const resident = jobs.get(jobId);
      if (resident && version !== 'deleted') resident.newest = Math.max(resident.newest, version);
      const dropped = parts.pad.drop(change);
      if (resident && dropped === 0 && isUnknown(resident, version)) void firing.plan(resident);
    },
    /** Reports about the jobs whose stay is over, and plans those whose last report is still on its way at a near fire. */
    reportDue() {
      const instant = now();
      for (const resident of jobs.values()) {
        if (resident.reportAt <= instant && !reporter.isDue(resident)) reporter.add(resident);
        if (isNearAgain(resident, instant)) void firing.plan(resident);
      }
    },
    /** Drops jobs that others now hold; their calls in flight end here. */
    forget: (jobIds: number[]) => jobIds.flatMap((jobId) => jobs.get(jobId) ?? []).forEach(forget),
    jobs,
    size: () => jobs.size,
    /** Waits until the calls that have ended are recorded and their next attempts are reported, for three seconds at most. */
    flush: () => atMost(firing.settled().then(() => reporter.flush())),
    close: () => reporter.close(),
  };
}

const atMost = (work: Promise<void>): Promise<void> =>
  Promise.race([work, sleep(flushMs, undefined, { ref: false })]);

function findOrAdd(jobs: Map<number, Resident>, given: { jobId: number; reportAt: number }): Resident {
  const resident = jobs.get(given.jobId) ?? newResident(given);
  jobs.set(given.jobId, resident);
  return resident;
}

const isUnknown = (resident: Resident, version: JobChange['version']): boolean =>
  version === 'deleted' || resident.version < version;

/** The next fire of a job that is about to leave has come near: its last report takes long to arrive. */
const isNearAgain = ({ isEnding, isPlanning, farFire }: Resident, instant: number): boolean =>
  isEnding && !isPlanning && farFire !== null && farFire - instant < nearMs;
