import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '#tests/faults/assert-ledger.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteAhead, minuteMs, waitUntil } from '#tests/faults/clock.ts';
import { makeJobs, type SuiteJob } from '#tests/faults/jobs.ts';
import { inWords, latenessOf } from '#tests/faults/lateness.ts';
import { outage } from '#tests/faults/outage.ts';
import { pidOf } from '#tests/faults/processes.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { sinkFile, type Ways } from '#tests/faults/stack.ts';
import { startWorkerBeside } from '#tests/faults/worker-beside.ts';

const count = 60;
const resumeMs = 30_000;
/** The other worker takes over within this time. */
const limitMs = 15_000;
/** Jobs stay with their worker without Temporal; nothing is called without a claim. */
const expected: Record<string, string> = {
  'temporal and target': 'held fires are released on time, except calls to the target',
  database: 'nothing is called',
};

/** F1 for a single job, F6 and F14: a worker killed, cut off from each of its dependencies, and told to stop. */
export async function testCuts({ stack, ways }: { stack: OwnStack; ways: Ways }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const behindProxy = `http://127.0.0.1:${ways.target.port}`;
  const jobs = await makeJobs({
    count,
    fields: (index) => ({
      webhookURL: `${index % 3 === 0 ? behindProxy : echoUrl}/fault/cut`,
      retryCount: index % 3 === 0 ? 3 : index % 2,
      timeout: 5,
    }),
  });
  const from = minuteAhead(0);
  const killAt = minuteAhead(12_000);
  await outage({ stack, part: 'worker', from: killAt - 10_000 });
  await waitUntil(killAt + 25_000);
  await check('F1: a fire held by a killed worker is at most 15 s late', () => {
    const lateness = latenessOf(callsOf({ jobs, at: killAt }));
    printNote(inWords(lateness));
    return lateness.count === count && lateness.max <= 15_000 ? [] : [inWords(lateness)];
  });

  const worker = pidOf({ home: stack.home, part: 'worker' });
  for (const names of [['temporal', 'target'], ['database']] as const) {
    const minute = minuteAhead(6_000);
    await waitUntil(minute - 5_000);
    names.forEach((name) => ways[name].cut());
    await waitUntil(minute - 5_000 + sizes.cutMs);
    names.forEach((name) => ways[name].heal());
    const healedAt = Date.now();
    const where = names.join(' and ');
    await check(`F6: while the worker is cut off from ${where}, ${expected[where]}`, () => {
      const early = callsOf({ jobs, at: minute }).filter(({ at }) => at < healedAt);
      const isThrough = (jobId: number) => jobs.findIndex(({ id }) => id === jobId) % 3 === 0;
      const there = new Set(early.map(({ jobId }) => jobId));
      if (names[0] === 'database') return early.map(({ jobId }) => `job ${jobId} was called`);
      return [
        ...early.filter(({ jobId }) => isThrough(jobId)).map(({ jobId }) => `job ${jobId} was called`),
        ...jobs
          .filter(({ id }) => !isThrough(id) && !there.has(id))
          .map(({ id }) => `job ${id} was not called`),
      ];
    });
    await waitUntil(healedAt + resumeMs);
    await check(
      `F6: after ${sizes.cutMs / 1000} s without ${where} the worker fires again within 30 s`,
      () => {
        const there = new Set(
          readCalls(sinkFile)
            .filter(({ scheduledFor, at }) => scheduledFor >= minute && at <= healedAt + resumeMs)
            .map(({ jobId }) => jobId),
        );
        return jobs.filter(({ id }) => !there.has(id)).map(({ id }) => `job ${id} did not fire`);
      },
    );
  }
  await check('F6: the worker process survived the cuts', () =>
    pidOf({ home: stack.home, part: 'worker' }) === worker ? [] : ['It was restarted.'],
  );
  await testCutBesideAnother({ stack, ways, jobs });
  await testShutdown({ stack, echoUrl });

  const until = minuteAhead(-60_000);
  await waitUntil(until + 30_000);
  await assertLedger({ after: 'F1, F6, F14', databaseUrl, sinkFile, from, until });
}

const callsOf = ({ jobs, at }: { jobs: SuiteJob[]; at: number }) => {
  const ids = new Set(jobs.map(({ id }) => id));
  return readCalls(sinkFile).filter(({ jobId, scheduledFor }) => scheduledFor === at && ids.has(jobId));
};

/** The cut-off worker still gets jobs from Temporal: they must not wait there until the cut is over. */
async function testCutBesideAnother({
  stack,
  ways,
  jobs,
}: {
  stack: OwnStack;
  ways: Ways;
  jobs: SuiteJob[];
}): Promise<void> {
  const other = await startWorkerBeside({ home: stack.home });
  const minute = minuteAhead(20_000);
  // Its lease expires before the instant.
  await waitUntil(minute - 15_000);
  ways.database.cut();
  await waitUntil(minute + 2 * minuteMs + limitMs);
  ways.database.heal();
  await check(
    'F6: with one of two workers cut off from the database all fires are called, at most 15 s late',
    () =>
      [minute, minute + minuteMs, minute + 2 * minuteMs].flatMap((at) => {
        const lateness = latenessOf(callsOf({ jobs, at }));
        printNote(inWords(lateness));
        return lateness.count >= count && lateness.max <= limitMs ? [] : [inWords(lateness)];
      }),
  );
  await other.stop();
  await waitUntil(minuteAhead(0) + resumeMs);
}

/** The grace period under `npm start` is five seconds. */
async function testShutdown({ stack, echoUrl }: { stack: OwnStack; echoUrl: string }): Promise<void> {
  const hour = minuteAhead(8_000);
  const cronExpression = `${new Date(hour).getUTCMinutes()} ${new Date(hour).getUTCHours()} * * *`;
  const jobs = await makeJobs({
    count: 100,
    fields: (index) => ({
      webhookURL: `${echoUrl}/delay/${index < 80 ? 2_500 : 25_000}`,
      cronExpression,
      retryCount: index % 2,
      timeout: 30,
    }),
  });
  await waitUntil(hour + 1_000);
  const before = pidOf({ home: stack.home, part: 'worker' });
  process.kill(before, 'SIGTERM');
  await waitUntil(hour + 50_000);
  await check(
    'F14: of 100 calls in flight at SIGTERM those within the grace period succeed, the others are lost and retried if allowed',
    async () => {
      const rows = await db().execution.findMany({
        where: { jobId: { in: jobs.map(({ id }) => id) } },
        include: { attempts: true },
      });
      const errors = rows.flatMap(({ jobId, outcome, attempts }) => {
        const index = jobs.findIndex(({ id }) => id === jobId);
        const { retryCount = 0 } = jobs[index] ?? {};
        const isShort = index < 80;
        const isRight = isShort
          ? outcome === 'success' && attempts.length === 1
          : attempts[0]?.errorCode === 'worker_lost' &&
            (retryCount === 0 ? outcome === 'unknown' : attempts.length === 2);
        return isRight ? [] : [`job ${jobId} ended ${String(outcome)} after ${attempts.length} attempts`];
      });
      return rows.length === jobs.length ? errors : [`${rows.length} of 100 have a row`, ...errors];
    },
  );
  await check('F14: a worker told to stop has ended, and another one works', () =>
    pidOf({ home: stack.home, part: 'worker' }) === before ? ['It is still the same process.'] : [],
  );
}
