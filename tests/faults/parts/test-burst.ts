import type { OwnStack } from '#dev/test/own-stack.ts';
import { plans } from '#domain/plan.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { assertLedger } from '#tests/faults/assert-ledger.ts';
import { changeAround } from '#tests/faults/change-around.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteAhead, minuteMs, waitUntil } from '#tests/faults/clock.ts';
import { hangingFaults, makeHangingJobs } from '#tests/faults/hanging-jobs.ts';
import { makeJobs, type SuiteJob } from '#tests/faults/jobs.ts';
import { inWords, latenessOf } from '#tests/faults/lateness.ts';
import { theMass } from '#tests/faults/mass.ts';
import { useStack } from '#tests/faults/settings.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { sinkFile, suiteStartedAt } from '#tests/faults/stack.ts';

/** Time to bring one of thousands of jobs to Temporal and from there to a worker, beside the minutely ones. */
const handOverMs = 100;

/** F10, F11 and F16: crowds at one instant, in three minutes one after another, then A1 to A8. */
export async function testBurst({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  const mass = await theMass({ echoUrl });
  const startedAt = Date.now();
  const changed = await makeJobs({
    count: sizes.changed,
    fields: () => ({ webhookURL: `${echoUrl}/fault/before` }),
  });
  const rest = sizes.burst - mass.length - changed.length;
  const silent = sizes.deadNames + sizes.hanging;
  // One-time jobs are saved early enough to be in Temporal in time, although saves are slow here.
  const saveMs = (Date.now() - startedAt) / changed.length;
  const crowdAt = minuteAhead(20_000 + (rest + silent) * Math.max(saveMs * 2, handOverMs));
  const once = await makeJobs({
    count: rest,
    fields: () => ({ webhookURL: `${echoUrl}/fault/once`, cronExpression: cronAt(crowdAt) }),
    owners: 8,
  });
  const silentAt = crowdAt + minuteMs;
  const hanging = await makeHangingJobs({ echoUrl, cronExpression: cronAt(silentAt) });

  await waitUntil(crowdAt + 35_000);
  const crowd = [...mass, ...changed, ...once];
  await check(
    `F10: of ${crowd.length} jobs at one instant 99 % arrive within 5 s, and the last within 30 s`,
    () => onTime({ jobs: crowd, at: crowdAt, p99Ms: 5_000, maxMs: 30_000 }),
  );

  await waitUntil(silentAt + 30_000);
  const others = [...mass, ...changed];
  await check(
    `F11: beside ${sizes.deadNames} unresolvable names and ${sizes.hanging} hanging targets, 99 % of other accounts' calls arrive within 2 s`,
    () => onTime({ jobs: others, at: silentAt, p99Ms: 2_000, maxMs: 30_000 }),
  );
  await check(
    `F11: of an account's hanging calls ${plans.ultimate.callsInFlight} are in flight at once, and each is made once`,
    () => hangingFaults({ jobs: hanging, at: silentAt }),
  );

  await changeAround({ jobs: changed, at: silentAt + minuteMs, echoUrl });
  const until = minuteAhead(-minuteMs);
  await waitUntil(until + 30_000);
  await assertLedger({ after: 'F10, F11, F16', databaseUrl, sinkFile, from: suiteStartedAt, until });
}

const cronAt = (at: number) => `${new Date(at).getUTCMinutes()} ${new Date(at).getUTCHours()} * * *`;

function onTime({
  jobs,
  at,
  p99Ms,
  maxMs,
}: {
  jobs: SuiteJob[];
  at: number;
  p99Ms: number;
  maxMs: number;
}): string[] {
  const ids = new Set(jobs.map(({ id }) => id));
  const calls = readCalls(sinkFile).filter(
    ({ jobId, scheduledFor }) => scheduledFor === at && ids.has(jobId),
  );
  const lateness = latenessOf(calls);
  printNote(inWords(lateness));
  const errors: string[] = [];
  if (lateness.count !== jobs.length) errors.push(`${lateness.count} of ${jobs.length} arrived`);
  if (!(lateness.p99 <= p99Ms)) errors.push(`the slowest of 99 % was ${lateness.p99} ms late`);
  if (!(lateness.max <= maxMs)) errors.push(`the last was ${lateness.max} ms late`);
  return errors;
}
