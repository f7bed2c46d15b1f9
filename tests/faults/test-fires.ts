import type { OwnStack } from '#dev/test/own-stack.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check } from './checks.ts';
import { minuteAhead, waitUntil } from './clock.ts';
import { makeMinutelyJobs, type MinutelyJob } from './jobs.ts';
import {
  doubled,
  early,
  invented,
  lost,
  readLedger,
  tooMany,
  unaccounted,
  withoutOutcome,
} from './ledger.ts';
import { outage } from './outage.ts';
import { useStack } from './settings.ts';
import { type Call, readCalls } from './sink.ts';
import { sinkFile } from './stack.ts';

/** What the issue promises: so long after the restart it fires again. */
const resumeMs = 30_000;
const settleMs = 35_000;

/** Kills each part in turn while minutely jobs run, then holds the ledger against what the target saw. */
export async function testFires({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home });
  const jobs = await makeMinutelyJobs({ echoUrl });
  const from = minuteAhead(0);
  const isOurs = ({ jobId }: Call) => jobs.some(({ id }) => id === jobId);
  const firedAt = (at: number) => readCalls(sinkFile).filter((call) => call.scheduledFor === at);

  await waitUntil(from + 10_000);
  await check('a minutely job fires at the first minute after it was saved', () =>
    missing({ jobs, calls: firedAt(from) }),
  );

  // Calls to the slow target are out when the worker dies.
  let minute = minuteAhead(2_000);
  await outage({ stack, part: 'worker', from: minute + 500, until: minute + 500 });
  await waitUntil(minute + settleMs);
  const halfway = minute;
  await check(
    'calls that were out when the worker died end: unknown without retries, repeated with them',
    async () => {
      const rows = (await readLedger({ databaseUrl, jobs })).filter(({ at }) => at === halfway);
      return rows
        .filter(({ jobId, outcome, attempts }) => {
          const isLost = attempts.some(({ statusCode }) => statusCode === null);
          const { retryCount } = jobs.find(({ id }) => id === jobId) ?? { retryCount: 0 };
          return outcome !== (isLost && retryCount === 0 ? 'unknown' : 'success');
        })
        .map(({ jobId, outcome }) => `job ${jobId} ended ${outcome ?? 'not at all'}`);
    },
  );

  for (const part of ['worker', 'temporal', 'postgres']) {
    minute = minuteAhead(7_000);
    const backAt = await outage({ stack, part, from: minute - 5_000, until: minute + 10_000 });
    await waitUntil(backAt + resumeMs);
    await check(`${part} killed over a minute: each job fires within 30 s after the restart`, () => {
      const due = minute;
      return missing({
        jobs,
        calls: readCalls(sinkFile).filter(
          ({ scheduledFor, at }) => scheduledFor >= due && at <= backAt + resumeMs,
        ),
      });
    });
  }

  const until = minuteAhead(0);
  await waitUntil(until + settleMs);
  const evidence = {
    jobs,
    rows: await readLedger({ databaseUrl, jobs }),
    calls: readCalls(sinkFile).filter(isOurs),
    from,
    until,
  };
  await check('every minute has its row', () => lost(evidence));
  await check('no row stands for an instant that the schedule does not name', () => invented(evidence));
  await check('nothing is recorded twice', () => doubled(evidence));
  await check('every fire has its outcome', () => withoutOutcome(evidence));
  await check('the ledger and the target know the same calls', () => unaccounted(evidence));
  await check('no attempt was sent twice, no fire more often than its retries allow', () =>
    tooMany(evidence),
  );
  await check('no call left before its instant', () => early(evidence));
  await check('after all that, the last minute was on time', () => {
    const late = evidence.calls.filter(
      ({ scheduledFor, at }) => scheduledFor === until && at - until > 2_000,
    );
    return [
      ...missing({ jobs, calls: firedAt(until) }),
      ...late.map(({ jobId, at }) => `job ${jobId} was ${at - until} ms late`),
    ];
  });
}

function missing({ jobs, calls }: { jobs: MinutelyJob[]; calls: Call[] }): string[] {
  return jobs
    .filter(({ id }) => !calls.some(({ jobId }) => jobId === id))
    .map(({ id }) => `job ${id} did not fire`);
}
