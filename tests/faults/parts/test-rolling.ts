import type { OwnStack } from '#dev/test/own-stack.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { pidOf } from '#tests/faults/processes.ts';
import { spreadWorker } from '#tests/faults/spread/build.ts';
import { assessFires } from '#tests/faults/spread/fires.ts';
import { jobsOf, untilCalm } from '#tests/faults/spread/jobs.ts';
import { assertSpreadLedger, theResidents } from '#tests/faults/spread/residents.ts';
import { startWorkerBeside } from '#tests/faults/worker-beside.ts';

const p99LimitMs = 2_000;
const balanceLimitMs = 4 * minuteMs;
const backLimitMs = 60_000;
/** Time for the jobs of a stopped worker to come back to its successor. */
const betweenMs = 30_000;

/** F21: two workers under load are replaced, one after the other. */
export async function testRolling({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const { home } = stack;
  const jobs = await theResidents({ home, echoUrl });
  let beside = await startWorkerBeside({ home, program: spreadWorker });
  const shares = async () => (await jobsOf({ workerId: beside.id, jobs })).length > 0.4 * jobs.length;
  await within({ ms: balanceLimitMs, isSo: shares });
  await untilCalm(jobs);

  const from = Date.now();
  const known = stack.log().length;
  process.kill(pidOf({ home, part: 'worker' }), 'SIGTERM');
  const isBack = () => stack.log().slice(known).includes('worker is back.');
  const tookMs = await within({ ms: backLimitMs, isSo: isBack });
  printNote(`the first one was replaced after ${((tookMs ?? backLimitMs) / 1_000).toFixed(1)} s`);
  await waitUntil(Date.now() + betweenMs);
  const code = await beside.stop();
  beside = await startWorkerBeside({ home, program: spreadWorker });
  const until = Date.now() + betweenMs;
  await waitUntil(until + 10_000);
  const { lateness, uncalled, lost, twice } = await assessFires({ jobs, from, until });
  printNote(`${inWords(lateness)}, ${lost} claimed by a lost worker`);
  await check(
    `F21: two workers with ${jobs.length} minutely jobs are replaced one after the other: each fire is called once, 99 % within 2 s`,
    () => [
      ...(code === 0 ? [] : [`The second one ended with ${String(code)}.`]),
      ...(tookMs === undefined ? ['The first one was not replaced.'] : []),
      ...(lateness.p99 <= p99LimitMs ? [] : [inWords(lateness)]),
      ...(lost === 0 ? [] : [`${lost} calls were lost.`]),
      ...uncalled,
      ...twice,
    ],
  );
  await waitUntil(until + 30_000);
  await assertSpreadLedger({ after: 'F21', databaseUrl, from, until });
  await beside.stop();
}
