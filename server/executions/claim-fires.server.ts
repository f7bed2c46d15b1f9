import { log } from '#server/log.server.ts';
import { decideFires } from './decide-fires.server.ts';
import { isHandedOut } from './handed-out.server.ts';
import { holdLease } from './hold-lease.server.ts';
import { lateLimitOf } from './late-limit.server.ts';
import type { LedgerRow } from './ledger-rows.server.ts';
import { lockJobs } from './lock-jobs.server.ts';
import { type AskedJob, lookAtJobs } from './look-at-jobs.server.ts';
import { memoMath } from './memo-math.server.ts';
import { claimCalls } from './claim-calls.server.ts';
import type { ClaimedRow } from './open-calls.server.ts';
import type { Client } from './transaction.server.ts';
import type { Claim, HeldFire, ScheduleMath } from './types.ts';
import { type DecidedJob, writeDecisions } from './write-decisions.server.ts';

interface Look {
  workerId: string;
  now: number;
  fires: HeldFire[];
  math: ScheduleMath;
  graceMs?: number;
}

/**
 * The last look: claims in the ledger what may be called, at the newest version of each job, and writes why the
 * rest is not. One transaction for at most 1,000 fires: the jobs are locked first, so that what is read after it
 * is final; two workers that claim the same fire meet at the lock, and the second finds the row of the first.
 *
 * @returns one claim per fire, in their order; all `busy` while this worker holds no lease
 * @throws Error of the database: nothing is called without a claim, look again
 */
export async function claimFires(look: Look): Promise<Claim[]> {
  if (look.fires.length === 0) return [];
  return claimCalls({ now: look.now, claim: (client) => claimIn({ ...look, client }) });
}

async function claimIn(look: Look & { client: Client }): Promise<(Claim | ClaimedRow)[]> {
  const { client, workerId, now, fires } = look;
  if (!(await holdLease({ client, workerId }))) return fires.map(() => ({ kind: 'busy' }));
  const states = await lockJobs({ client, jobIds: fires.map(({ jobId }) => jobId) });
  const asked = await lookAtJobs({ client, fires });
  const decided = decideAll({ ...look, asked });
  const claims = await writeDecisions({ client, states, workerId, now, decided });
  return fires.map((held) => claims.get(held) ?? { kind: 'changed' });
}

function decideAll({ asked, workerId, now, math, graceMs }: Look & { asked: AskedJob[] }): DecidedJob[] {
  const known = memoMath(math);
  const lateLimitMs = lateLimitOf(graceMs);
  const isLostAnswer = (row: LedgerRow) =>
    row.workerId === workerId && !isHandedOut({ executionId: row.id, attempt: row.attemptCount });
  return asked.flatMap(({ look, fires }): DecidedJob[] => {
    const { job } = look;
    try {
      return [{ job, ...decideFires({ look, fires, now, math: known, lateLimitMs, isLostAnswer }) }];
    } catch (error) {
      // One job that cannot be judged must not hold up a thousand others; its planner fails and says why.
      const reason = error instanceof Error ? error.message : 'unknown';
      log().error({ jobId: job.jobId, reason }, 'The fires of a job cannot be judged.');
      return [];
    }
  });
}
