import type { Client } from '#server/database/transaction.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { recordClockSkew } from '#server/executions/leases/record-clock-skew.server.ts';
import { isDispatched } from '#server/executions/ledger/dispatched-attempts.server.ts';
import type { LedgerRow } from '#server/executions/ledger/ledger-rows.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import type { Admit, Claim, HeldFire, ScheduleCalculator } from '#server/executions/ledger/types.ts';
import { lateLimitOf } from '#server/executions/planning/late-limit.server.ts';
import { resumeIn } from '#server/jobs/resume-due-jobs.server.ts';
import { log } from '#server/log.server.ts';
import { claimCalls } from './claim-calls.server.ts';
import { decideFires } from './decide-fires.server.ts';
import { holdLease } from './hold-lease.server.ts';
import { type AskedJob, loadSnapshots } from './load-snapshots.server.ts';
import type { ClaimedRow } from './to-claimed-calls.server.ts';
import { type DecidedJob, writeDecisions } from './write-decisions.server.ts';

interface ClaimPass {
  workerId: string;
  now: number;
  fires: HeldFire[];
  schedule: ScheduleCalculator;
  /** Milliseconds: max(10 s, activeJobs / 100 s); 10 s by default. */
  graceMs?: number;
  admit?: Admit;
}

/**
 * The claim pass: claims due fires in the ledger at the newest version of each job, and records why the rest do not
 * run. One transaction for at most 1,000 fires: the jobs are locked first, so later reads are final; if two workers
 * claim the same fire, the second waits for the lock and finds the row of the first.
 *
 * @returns one claim per fire, in their order; all `busy` while this worker holds no lease
 * @throws Error of the database: without a claim nothing is called, so try again
 */
export async function claimFires(pass: ClaimPass): Promise<Claim[]> {
  if (pass.fires.length === 0) return [];
  return claimCalls({ now: pass.now, claim: (client) => claimIn({ ...pass, client }) });
}

/** Maximum distance of a claimed fire's instant ahead of the database's clock. */
const earliestMs = 2_000;

async function claimIn(pass: ClaimPass & { client: Client }): Promise<(Claim | ClaimedRow)[]> {
  const { client, workerId, now, fires } = pass;
  if (!(await holdLease({ client, workerId }))) return fires.map(() => ({ kind: 'busy' }));
  const states = await lockJobs({ client, jobIds: fires.map(({ jobId }) => jobId) });
  const asked = await loadWithResumed({ client, fires });
  const early = asked.flatMap(earlyOf);
  if (early.length > 0)
    void recordClockSkew({ aheadMs: now - (asked[0]?.snapshot.job.readAt.getTime() ?? now) });
  const decided = decideAll({ ...pass, asked });
  const claims = await writeDecisions({ client, states, workerId, now, decided });
  return fires.map((held) => claims.get(held) ?? { kind: early.includes(held) ? 'busy' : 'changed' });
}

/** The first claim after the end of a pause sets the job to active. */
async function loadWithResumed(given: { client: Client; fires: HeldFire[] }): Promise<AskedJob[]> {
  const asked = await loadSnapshots(given);
  const due = asked.flatMap(({ snapshot: { job } }) => {
    const { status, pausedUntil, readAt, jobId } = job;
    return status === 'paused' && pausedUntil !== null && pausedUntil <= readAt ? [jobId] : [];
  });
  if (due.length === 0) return asked;
  await resumeIn({ client: given.client, jobIds: due });
  return loadSnapshots(given);
}

/** Fires from a worker with a fast clock: not before their time by the database's clock. */
function earlyOf({ snapshot: { job }, fires }: AskedJob): HeldFire[] {
  return fires.filter(({ scheduledFor }) => scheduledFor - job.readAt.getTime() > earliestMs);
}

function decideAll(given: ClaimPass & { asked: AskedJob[] }): DecidedJob[] {
  const { asked, workerId, schedule, graceMs, admit = () => true } = given;
  const known = memoizeSchedule(schedule);
  const lateLimitMs = lateLimitOf(graceMs);
  const isLostResponse = (row: LedgerRow) =>
    row.workerId === workerId && !isDispatched({ executionId: row.id, attempt: row.attemptCount });
  return asked.flatMap((one): DecidedJob[] => {
    const { snapshot } = one;
    const { job } = snapshot;
    const early = earlyOf(one);
    const fires = early.length > 0 ? one.fires.filter((held) => !early.includes(held)) : one.fires;
    const now = Math.min(given.now, job.readAt.getTime());
    const { jobId, ownerId, tier, target } = job;
    const asking = { snapshot, now, schedule: known, lateLimitMs, isLostResponse };
    try {
      return [
        { job, ...decideFires({ ...asking, fires, admit: () => admit({ jobId, ownerId, tier, target }) }) },
      ];
    } catch (error) {
      // One job that cannot be decided must not delay a thousand others; its planner fails with the reason.
      log().error({ jobId: job.jobId, ...errorFields(error) }, 'The fires of a job cannot be judged.');
      return [];
    }
  });
}

/** The same calculator, each result computed once: in a burst, a thousand jobs share a few schedules. */
function memoizeSchedule(schedule: ScheduleCalculator): ScheduleCalculator {
  const known = new Map<string, number[]>();
  const once = (key: string, compute: () => number[]) => {
    const found = known.get(key) ?? compute();
    known.set(key, found);
    return found;
  };
  return {
    nextFires: (args) =>
      once(`${args.cron}|${args.timeZone}|${args.after}|+${args.count}`, () => schedule.nextFires(args)),
    firesBetween: (args) =>
      once(`${args.cron}|${args.timeZone}|${args.after}|${args.until}|${args.limit}`, () =>
        schedule.firesBetween(args),
      ),
  };
}
