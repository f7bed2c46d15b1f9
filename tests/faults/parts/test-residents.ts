import type { OwnStack } from '#dev/test/own-stack.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { outage } from '#tests/faults/outage.ts';
import { spreadWorker } from '#tests/faults/spread/build.ts';
import { type Assessed, assessFires } from '#tests/faults/spread/fires.ts';
import { jobsOf, type SpreadJob, untilCalm } from '#tests/faults/spread/jobs.ts';
import { assertSpreadLedger, theResidents } from '#tests/faults/spread/residents.ts';
import { startWorkerBeside } from '#tests/faults/worker-beside.ts';

const takeOverMs = 15_000;
const restartMs = 20_000;
/** After an instant, a call that is this late has arrived. */
const latestMs = 30_000;
const balanceLimitMs = 4 * minuteMs;
/** Jobs that are due soon do not move: a minute after the move, a worker has none that are due in these seconds. */
const movedMs = 15_000;
/** A fire is claimed at most this long before it leaves. */
const claimedMs = 2_000;

/** F17: many residents whose worker or database dies. */
export async function testResidents({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const jobs = await theResidents({ home: stack.home, echoUrl });
  const from = Date.now();
  await killOneOfTwo({ stack, jobs });
  await untilCalm(jobs);
  await killDatabase({ stack, jobs });
  await untilCalm(jobs);
  await killOnlyWorker({ stack, jobs });
  const until = Date.now();
  await waitUntil(until + latestMs);
  await assertSpreadLedger({ after: 'F17', databaseUrl, from, until });
}

async function killOneOfTwo({ stack, jobs }: { stack: OwnStack; jobs: SpreadJob[] }): Promise<void> {
  const beside = await startWorkerBeside({ home: stack.home, program: spreadWorker });
  const held = () => jobsOf({ workerId: beside.id, jobs });
  const balancedMs = await within({
    ms: balanceLimitMs,
    isSo: async () => (await held()).length > 0.4 * jobs.length,
  });
  printNote(`the second worker held two fifths of the jobs after ${inSeconds(balancedMs)}`);
  await untilCalm(jobs);
  await waitUntil(Date.now() + movedMs);
  const own = await held();
  const killedAt = Date.now();
  beside.kill();
  const until = killedAt + minuteMs;
  await waitUntil(until + latestMs);
  const found = await assessFires({ jobs: own, from: killedAt, until, allowedMs: () => takeOverMs });
  await check(
    `F17: of two workers with ${jobs.length} minutely jobs one is killed: each fire of the ${own.length} it held is called once, at most 15 s late`,
    () => [
      ...(own.length < 0.4 * jobs.length ? ['It held less than two fifths.'] : []),
      ...errorsOf({ found, jobs: own }),
    ],
  );
}

async function killDatabase({ stack, jobs }: { stack: OwnStack; jobs: SpreadJob[] }): Promise<void> {
  const killedAt = Date.now();
  const backAt = await outage({ stack, part: 'postgres', from: killedAt });
  const until = backAt + minuteMs;
  await waitUntil(until + latestMs);
  printNote(`PostgreSQL was away for ${inSeconds(backAt - killedAt)}`);
  const allowedMs = (at: number) => Math.max(backAt - at, 0) + restartMs;
  const found = await assessFires({ jobs, from: killedAt - claimedMs, until, allowedMs });
  await check(
    `F17: PostgreSQL is killed and restarted under ${jobs.length} minutely jobs: each fire is called once, at most 20 s after its return`,
    () => errorsOf({ found, jobs }),
  );
}

async function killOnlyWorker({ stack, jobs }: { stack: OwnStack; jobs: SpreadJob[] }): Promise<void> {
  const killedAt = Date.now();
  const backAt = await outage({ stack, part: 'worker', from: killedAt });
  const until = killedAt + minuteMs;
  await waitUntil(until + latestMs);
  printNote(`the worker was away for ${inSeconds(backAt - killedAt)}`);
  const found = await assessFires({ jobs, from: killedAt, until, allowedMs: () => restartMs });
  await check(
    `F17: the only worker, with ${jobs.length} minutely jobs, is killed and restarted: each fire is called once, at most 20 s late`,
    () => errorsOf({ found, jobs }),
  );
}

/** No more fires may be lost than a worker claims ahead. */
function errorsOf({ found, jobs }: { found: Assessed; jobs: SpreadJob[] }): string[] {
  const { lateness, lost, uncalled, late, twice } = found;
  printNote(`${inWords(lateness)}, ${lost} claimed by a lost worker`);
  const mostLost = Math.ceil((jobs.length / minuteMs) * claimedMs);
  return [
    ...(lateness.count === 0 ? ['No call came.'] : []),
    ...(lost > mostLost ? [`${lost} fires were lost with their worker, more than ${mostLost}.`] : []),
    ...uncalled,
    ...late,
    ...twice,
  ];
}

const inSeconds = (ms: number | undefined) =>
  ms === undefined ? 'more than the limit' : `${(ms / 1_000).toFixed(1)} s`;
