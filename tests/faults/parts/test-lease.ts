import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { sinkFile } from '#tests/faults/stack.ts';
import { spreadWorker } from '#tests/faults/spread/build.ts';
import { assessFires } from '#tests/faults/spread/fires.ts';
import { homeless, jobsOf, type SpreadJob } from '#tests/faults/spread/jobs.ts';
import { assertSpreadLedger, someResidents } from '#tests/faults/spread/residents.ts';
import { startWorkerBeside, type WorkerBeside } from '#tests/faults/worker-beside.ts';

const stoppedMs = 25_000;
const limitMs = 20_000;
/** Jobs that are due soon do not move: after this time, a worker has some that are. */
const settleMs = 12_000;
const shareLimitMs = 2 * minuteMs;
/** A worker learns of its lost lease by its next renewal; what it had claimed may leave until then. */
const renewalMs = 2_500;

interface Loss {
  words: string;
  /** Takes the lease away; ends when the process goes on. */
  lose: (worker: WorkerBeside) => Promise<void>;
  /** Calls after the loss, of fires claimed before it. */
  afterMs: number;
}

const losses: Loss[] = [
  {
    words: 'is settled by SQL',
    lose: async ({ id }) => {
      // As others settle a lost worker.
      await db().$executeRaw`
        with settled as (
          update "Worker" set "settledAt" = clock_timestamp() where "id" = ${id}::uuid returning "id"
        )
        update "Residency" r set "workerId" = null from settled where r."workerId" = settled."id"`;
    },
    afterMs: renewalMs,
  },
  {
    words: `is stopped for ${stoppedMs / 1_000} s and goes on`,
    lose: async (worker) => {
      worker.signal('SIGSTOP');
      await waitUntil(Date.now() + stoppedMs);
      worker.signal('SIGCONT');
    },
    afterMs: 0,
  },
];

/** F18: one of two workers loses its lease, and lives. */
export async function testLease({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const { home } = stack;
  const jobs = await someResidents({ home, echoUrl });
  const from = Date.now();
  for (const loss of losses) {
    const beside = await startWorkerBeside({ home, program: spreadWorker });
    try {
      await testLoss({ loss, beside, jobs });
    } finally {
      await beside.stop();
    }
  }
  const until = Date.now() - limitMs;
  await waitUntil(until + 30_000);
  await assertSpreadLedger({ after: 'F18', databaseUrl, from, until });
}

async function testLoss({ loss, beside, jobs }: { loss: Loss; beside: WorkerBeside; jobs: SpreadJob[] }) {
  const { id, hasEnded } = beside;
  const held = () => jobsOf({ workerId: id, jobs });
  await within({ ms: shareLimitMs, isSo: async () => (await held()).length > 0.3 * jobs.length });
  await waitUntil(Date.now() + settleMs);
  const own = await held();
  const lostAt = Date.now();
  await loss.lose(beside);
  const until = lostAt + minuteMs;
  await waitUntil(until + limitMs);
  const found = await assessFires({ jobs, from: lostAt, until, allowedMs: () => limitMs });
  const { lateness, uncalled, late, twice, lost } = found;
  printNote(`it held ${own.length}; ${inWords(lateness)}, ${lost} claimed by a lost worker`);
  await check(
    `F18: one of two workers ${loss.words}: each fire of ${jobs.length} jobs is called once, at most 20 s late`,
    () => [...(own.length === 0 ? ['It held no job.'] : []), ...uncalled, ...late, ...twice],
  );
  await check(`F18: a worker that ${loss.words} calls nothing without its lease`, () =>
    callsWithout({ workerId: id, afterMs: loss.afterMs }),
  );
  await check(`F18: a worker that ${loss.words} lives, and every job has a worker`, async () => [
    ...(hasEnded() ? ['It has ended.'] : []),
    ...((await homeless(jobs)) === 0 ? [] : [`${await homeless(jobs)} jobs have none.`]),
  ]);
}

/** Claims and calls of a worker after it was settled. */
async function callsWithout({ workerId, afterMs }: { workerId: string; afterMs: number }): Promise<string[]> {
  const { settledAt } = await db().worker.findUniqueOrThrow({ where: { id: workerId } });
  if (settledAt === null) return ['It has not lost its lease.'];
  const claimed = await db().execution.findMany({
    where: { workerId, scheduledFor: { not: null } },
    select: { jobId: true, scheduledFor: true, claimedAt: true },
  });
  const own = new Set(claimed.map(({ jobId, scheduledFor }) => `${jobId} ${Number(scheduledFor)}`));
  const called = readCalls(sinkFile).filter(
    ({ jobId, scheduledFor, at }) =>
      own.has(`${jobId} ${scheduledFor}`) && at > settledAt.getTime() + afterMs,
  );
  return [
    ...claimed
      .filter(({ claimedAt }) => claimedAt !== null && claimedAt > settledAt)
      .map(({ jobId }) => `a fire of job ${jobId} was claimed`),
    ...called.map(
      ({ jobId, at }) => `job ${jobId} was called ${Math.round(at - settledAt.getTime())} ms after its end`,
    ),
  ];
}
