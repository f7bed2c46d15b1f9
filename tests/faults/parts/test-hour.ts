import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteAhead, minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { makeJobs, type SuiteJob } from '#tests/faults/jobs.ts';
import { outage } from '#tests/faults/outage.ts';

const jobsOfAKind = 2;
/** Length of the stop, which leaves no rows. It is within the hour that catch-up covers. */
const stopMinutes = 59;

type CatchUp = 'last' | 'all' | 'none';

/**
 * F12: stopped for an hour and started again 35 s after a minute. The hour is not waited for: while the worker is
 * dead, jobs are saved and moved into the past with their first version and the mark of what is accounted for.
 */
export async function testHour({ stack }: { stack: OwnStack }): Promise<void> {
  const { echoUrl } = readFactsOf(stack.facts);
  const restart = minuteAhead(15_000) + 35_000;
  const stop = outage({ stack, part: 'worker', from: restart - 20_000, until: restart });
  await waitUntil(restart - 18_000);
  const kinds: CatchUp[] = ['last', 'all', 'none'];
  const groups = new Map<CatchUp, SuiteJob[]>();
  for (const catchUp of kinds) {
    const fields = () => ({ webhookURL: `${echoUrl}/fault/hour`, catchUp });
    groups.set(catchUp, await makeJobs({ count: jobsOfAKind, fields, owners: 1 }));
  }
  const stoppedAt = restart - 35_000 - stopMinutes * minuteMs;
  await moveBack({ jobs: [...groups.values()].flat(), to: new Date(stoppedAt) });
  await stop;

  const startedAt = restart - 35_000;
  const rowsOf = (jobs: SuiteJob[]) =>
    db().execution.findMany({
      where: { jobId: { in: jobs.map(({ id }) => id) }, scheduledFor: { lte: new Date(startedAt) } },
      orderBy: { scheduledFor: 'asc' },
    });
  const everybody = [...groups.values()].flat();
  const due = stopMinutes * everybody.length;
  await within({
    ms: 75_000,
    isSo: async () => {
      const rows = await rowsOf(everybody);
      return rows.length >= due && rows.every(({ outcome }) => outcome !== null);
    },
  });
  const expected = {
    last: { caughtUp: 1, title: 'the last fire of the hour runs, the rest read missed' },
    all: { caughtUp: stopMinutes, title: 'every fire of the hour runs, oldest first' },
    none: { caughtUp: 0, title: 'every fire of the hour reads missed' },
  };
  for (const [catchUp, jobs] of groups) {
    const { caughtUp, title } = expected[catchUp];
    await check(`F12: with catch-up ${catchUp}, ${title}`, async () => {
      const rows = await rowsOf(jobs);
      return jobs.flatMap(({ id }) => {
        const own = rows.filter(({ jobId }) => jobId === id);
        const ran = own.filter(({ trigger, outcome }) => trigger === 'catch_up' && outcome === 'success');
        const missed = own.filter(({ outcome }) => outcome === 'missed');
        printNote(`job ${id}, ${catchUp}: ${ran.length} ran, ${missed.length} missed`);
        const isRight =
          own.length === stopMinutes && ran.length === caughtUp && missed.length === stopMinutes - caughtUp;
        const isNewest = catchUp !== 'last' || ran[0]?.scheduledFor?.getTime() === startedAt;
        const order = ran.map(({ startedAt: at }) => at?.getTime() ?? 0);
        const isInOrder = order.every((at, index) => at >= (order[index - 1] ?? 0));
        return isRight && isNewest && isInOrder
          ? []
          : [`job ${id}: ${own.length} rows, ${ran.length} ran, ${missed.length} missed`];
      });
    });
  }
}

async function moveBack({ jobs, to }: { jobs: SuiteJob[]; to: Date }): Promise<void> {
  const jobId = { in: jobs.map(({ id }) => id) };
  await db().jobVersion.updateMany({ where: { jobId }, data: { changedAt: to } });
  await db().jobState.updateMany({
    where: { jobId },
    data: { accountedUntil: to, nextRunAt: new Date(to.getTime() + minuteMs) },
  });
}
