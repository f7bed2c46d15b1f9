import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '#tests/faults/assert-ledger.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteAhead, waitUntil } from '#tests/faults/clock.ts';
import type { SuiteJob } from '#tests/faults/jobs.ts';
import { inWords, latenessOf } from '#tests/faults/lateness.ts';
import { theMass } from '#tests/faults/mass.ts';
import { outage } from '#tests/faults/outage.ts';
import { useStack } from '#tests/faults/settings.ts';
import { readCalls, type ScheduledCall } from '#tests/faults/sink.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { sinkFile, suiteStartedAt } from '#tests/faults/stack.ts';
import { startWorkerBeside } from '#tests/faults/worker-beside.ts';
import { testCreates } from './test-creates.ts';

interface Kill {
  part: string;
  /** Time of the kill, relative to the instant. */
  atMs: number;
  /** Downtime; by default, restarted at once. */
  awayMs?: number;
}

/** Guarantee: within this time after the restart, each job fires again. */
const resumeMs = 30_000;
/** A worker does not start without Temporal, and tries again each 2 s: if both die, its return takes longer. */
const resumeBothMs = 60_000;
/** Another worker takes over, without Temporal. */
const takeOverMs = 15_000;
/** The same worker starts again. */
const restartMs = 20_000;
const onTimeMs = 5_000;
const mostCalmMinutes = 5;

// Each part at T − 10 s, T − 0.2 s and T + 0.1 s; the stores at the first one for as long as it takes to miss it.
const series: { kills: Kill[]; isFollowedByCreates?: boolean }[] = [
  { kills: [kill('worker', -10_000), kill('web', -10_000)] },
  { kills: [kill('temporal', -10_000, 15_000)], isFollowedByCreates: true },
  { kills: [kill('postgres', -10_000, 15_000), kill('web', 100)] },
  { kills: [kill('worker', -200), kill('web', -200), kill('postgres', 100)] },
  { kills: [kill('temporal', -200)] },
  { kills: [kill('worker', 100)] },
  { kills: [kill('postgres', -200)] },
  { kills: [kill('temporal', 100)] },
  { kills: [kill('worker', -10_000), kill('temporal', 100)] },
];

function kill(part: string, atMs: number, awayMs = 0): Kill {
  return { part, atMs, awayMs };
}

/** F1, F3, F4 and F2: each part killed around the instants of a thousand jobs, then A1 to A8. */
export async function testKills({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  const jobs = await theMass({ echoUrl });
  const missing = ({ minute, by, isCalled = () => true }: Missing) => {
    const there = new Set(
      readCalls(sinkFile)
        .filter(({ scheduledFor, at }) => scheduledFor >= minute && at <= by)
        .map(({ jobId }) => jobId),
    );
    return jobs
      .filter(({ id, retryCount }) => isCalled(retryCount) && !there.has(id))
      .map(({ id }) => `job ${id} did not fire`);
  };

  await killOneOfTwo({ stack, missing });
  for (let round = 0; round < sizes.killRounds; round += 1) {
    for (const { kills, isFollowedByCreates } of series) {
      await untilCalm({ missing });
      const minute = minuteAhead(13_000);
      const backs = await Promise.all(
        kills.map(({ part, atMs, awayMs = 0 }) =>
          outage({ stack, part, from: minute + atMs, until: minute + atMs + awayMs }),
        ),
      );
      const limitMs = isOfBoth(kills) ? resumeBothMs : resumeMs;
      const by = Math.max(minute, ...backs) + limitMs;
      const creates = isFollowedByCreates ? testCreates({ stack }) : undefined;
      await waitUntil(by);
      await checkResumed({ kills, minute, by, limitMs, missing });
      await creates;
    }
  }

  const until = minuteAhead(0);
  await waitUntil(until + 30_000);
  await check('after all kills the last minute was on time', () => {
    // The seeded jobs fire too, and some of them get a 503: their retries are not late fires.
    const mass = new Set(jobs.map(({ id }) => id));
    const late = callsAt(until).filter(({ jobId, at }) => mass.has(jobId) && at - until > onTimeMs);
    return [
      ...missing({ minute: until, by: until + 30_000 }),
      ...late.map(({ jobId, at }) => `job ${jobId} was ${Math.round(at - until)} ms late`),
    ];
  });
  await check(
    'F1: calls in flight when a worker died end unknown without retries, and are retried with them',
    () => wronglyEnded({ jobs }),
  );
  await assertLedger({
    after: 'F1 to F4',
    databaseUrl,
    sinkFile,
    from: suiteStartedAt,
    until,
  });
}

/** Waits until the product has recovered from the previous kill: a minute was on time. */
async function untilCalm({ missing }: { missing: (asked: Missing) => string[] }): Promise<void> {
  for (let minutes = 0; minutes < mostCalmMinutes; minutes += 1) {
    const minute = minuteAhead(0);
    await waitUntil(minute + onTimeMs);
    if (missing({ minute, by: minute + onTimeMs }).length === 0) return;
  }
}

interface Missing {
  minute: number;
  by: number;
  isCalled?: (retryCount: number) => boolean;
}

const callsAt = (minute: number): ScheduledCall[] =>
  readCalls(sinkFile).filter(({ scheduledFor }) => scheduledFor === minute);

/** The return of the worker waits for that of Temporal: this tests neither alone. */
const isOfBoth = (kills: Kill[]) =>
  kills.some(({ part }) => part === 'worker') && kills.some(({ part }) => part === 'temporal');

async function checkResumed({
  kills,
  minute,
  by,
  limitMs,
  missing,
}: {
  kills: Kill[];
  minute: number;
  by: number;
  limitMs: number;
  missing: (asked: Missing) => string[];
}): Promise<void> {
  const names = kills.map(
    ({ part, atMs }) => `${part} at T ${atMs < 0 ? '−' : '+'} ${Math.abs(atMs) / 1000} s`,
  );
  // A call claimed when its worker dies is not repeated without retries.
  const isAtInstant = kills.some(({ part, atMs }) => part === 'worker' && atMs > -1_000);
  const lateness = latenessOf(callsAt(minute));
  printNote(inWords(lateness));
  await check(
    `${idOf(kills)}: ${names.join(', ')} killed: ${sizes.held} jobs fire within ${limitMs / 1000} s after the restart`,
    () => missing({ minute, by, ...(isAtInstant && { isCalled: (retryCount: number) => retryCount > 0 }) }),
  );
  if (kills.some(({ part, atMs }) => part === 'worker' && atMs < -1_000) && !isOfBoth(kills)) {
    await check(`F1: ${sizes.held} fires held by a killed worker are at most 20 s late`, () =>
      lateness.max <= restartMs ? [] : [`the last was ${lateness.max} ms late`],
    );
  }
}

function idOf(kills: Kill[]): string {
  const parts = new Set(kills.map(({ part }) => part));
  const ids = { worker: 'F1', web: 'F2', postgres: 'F3', temporal: 'F4' };
  return Object.entries(ids)
    .filter(([part]) => parts.has(part))
    .map(([, id]) => id)
    .join(' ');
}

/** The second of two workers takes over all fires that the first held when it was killed. */
async function killOneOfTwo({
  stack,
  missing,
}: {
  stack: OwnStack;
  missing: (asked: Missing) => string[];
}): Promise<void> {
  const minute = minuteAhead(35_000);
  await waitUntil(minute - 30_000);
  const beside = await startWorkerBeside({ home: stack.home });
  try {
    await outage({ stack, part: 'worker', from: minute - 10_000, until: minute + 32_000 });
    const lateness = latenessOf(callsAt(minute));
    printNote(inWords(lateness));
    await check(
      `F1: after one of two workers is killed, its ${sizes.held} held fires are called once, at most 15 s late`,
      () => [...missing({ minute, by: minute + takeOverMs }), ...twice(callsAt(minute))],
    );
  } finally {
    await beside.stop();
  }
}

async function wronglyEnded({ jobs }: { jobs: SuiteJob[] }): Promise<string[]> {
  const lost = await db().execution.findMany({
    where: {
      jobId: { in: jobs.map(({ id }) => id) },
      attempts: { some: { number: 1, errorCode: 'worker_lost' } },
    },
    select: { id: true, jobId: true, outcome: true, attemptCount: true },
  });
  printNote(`${lost.length} calls were in flight when their worker died`);
  const retries = new Map(jobs.map(({ id, retryCount }) => [id, retryCount]));
  return lost
    .filter(({ jobId, outcome, attemptCount }) =>
      retries.get(jobId) === 0 ? outcome !== 'unknown' : attemptCount < 2 && outcome !== 'superseded',
    )
    .map(
      ({ id, outcome, attemptCount }) =>
        `execution ${id} ended ${String(outcome)} after ${attemptCount} attempts`,
    );
}

function twice(calls: ScheduledCall[]): string[] {
  const seen = new Set<number>();
  return calls.flatMap(({ jobId }) => {
    if (seen.has(jobId)) return [`job ${jobId} was called twice`];
    seen.add(jobId);
    return [];
  });
}
