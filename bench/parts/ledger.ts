import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import { renewLease } from '#server/executions/leases/renew-lease.server.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { recordAttempts } from '#server/executions/recording/record-attempts.server.ts';
import { costOfFire, readDatabase } from '../database.ts';
import { everySchedule } from '../every-schedule.ts';
import { jobIds, saveJobs } from '../make-jobs.ts';
import { say } from '../say.ts';
import { startStack } from '../stack.ts';

const cron = '* * * * *';
const periodMs = 4_000;
const leadMs = 300;
const batchRows = 500;
const body = JSON.stringify({ ok: true, hint: 'x'.repeat(180) });

interface Times {
  claimMs: number[];
  recordMs: number[];
}

/** Measures the ledger alone, without Temporal or calls: the time of its statements, and the size of its rows. */
export async function ledger({ jobs, instants }: { jobs: number; instants: number }) {
  const stack = await startStack({ store: 'sqlite' });
  try {
    const { databaseUrl, targetUrl } = stack;
    await saveJobs({ count: jobs, targetUrl });
    const ids = await jobIds();
    const workerId = randomUUID();
    const schedule = everySchedule({ periodMs });
    const fire = async (times: Times) => {
      const [instant = 0] = schedule.nextFires({
        cron,
        timeZone: 'UTC',
        after: Date.now() + leadMs,
        count: 1,
      });
      await renewLease({ workerId });
      await sleep(instant - leadMs - Date.now());
      const fires = ids.map((jobId) => ({
        ...{ jobId, scheduledFor: instant, workflowId: `job/${jobId}` },
        ...{ runId: randomUUID(), activityId: '12' },
      }));
      const claims = await timed(times.claimMs, () =>
        claimFires({ workerId, now: Date.now(), fires, schedule }),
      );
      const results = claims.flatMap((claim) => (claim.kind === 'call' ? [resultOf(claim.call)] : []));
      await timed(times.recordMs, async () => {
        for (let from = 0; from < results.length; from += batchRows)
          await recordAttempts(results.slice(from, from + batchRows));
      });
    };
    // The first claim pass also records fires that were due while the jobs were saved.
    await fire({ claimMs: [], recordMs: [] });
    const times: Times = { claimMs: [], recordMs: [] };
    const before = await readDatabase({ databaseUrl });
    for (let round = 0; round < instants; round += 1) await fire(times);
    const after = await readDatabase({ databaseUrl });
    const result = {
      ...{ jobs, instants },
      claimMs: median(times.claimMs),
      recordMs: median(times.recordMs),
      perFire: costOfFire({ before, after }),
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await stack.stop();
  }
}

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  times.push(performance.now() - startedAt);
  return result;
}

const median = (times: number[]) => Math.round([...times].sort((a, b) => a - b)[times.length >> 1] ?? 0);

/** Response of a healthy target. */
function resultOf(call: ClaimedCall): AttemptResult {
  const startedAt = call.dueAt + 20;
  return {
    ...{ call, startedAt, endedAt: startedAt + 30, isSuccess: true, errorCode: null, retryAt: null },
    ...{ verdict: '200 is in 200-299', variables: null },
    result: {
      ...{ startedAt, endedAt: startedAt + 30, error: null, detail: null, explanation: null },
      ...{ isReused: true, remoteAddress: '127.0.0.1', tlsProtocol: null },
      phases: { dnsMs: null, connectMs: null, tlsMs: null, waitMs: 28.125, downloadMs: 0.25 },
      response: {
        ...{ statusCode: 200, body, bytes: body.length, isTruncated: false, isBinary: false, sha256: null },
        headers: { 'content-type': 'application/json', 'content-length': `${body.length}` },
      },
    },
  };
}
