import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { useStack } from '#tests/faults/settings.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { makeAlertingJobs } from '#tests/faults/spread/alerts.ts';
import { assessFires } from '#tests/faults/spread/fires.ts';
import { type SpreadJob, untilCalm, untilResident } from '#tests/faults/spread/jobs.ts';
import { limitErrors, receivedAlerts, webhookNotices } from '#tests/faults/spread/received-alerts.ts';
import { assertSpreadLedger } from '#tests/faults/spread/residents.ts';

const channelsOfJob = 3;
const p99LimitMs = 2_000;
/** After the minute in which the jobs fail: the first messages of a destination go at once, the rest as a digest. */
const drainLimitMs = 2 * minuteMs;

/** F22: thousands of jobs begin to fail within the same minute, and each notifies three channels. */
export async function testAlerts({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl, receiversUrl } = readFactsOf(stack.facts);
  useStack({ home: stack.home, targets: [new URL(receiversUrl).host] });
  const target = `${echoUrl}/switch/alerts`;
  const jobs = await makeAlertingJobs({ count: sizes.alertJobs, url: target, receiversUrl });
  await untilResident(jobs);
  const calm = await untilCalm(jobs);

  const from = Date.now();
  await fetch(`${target}/503`, { method: 'PUT' });
  await waitUntil(from + minuteMs);
  const tookMs = await within({ ms: drainLimitMs, isSo: async () => isDrained(jobs) });
  const until = Date.now();
  printNote(
    tookMs === undefined
      ? 'not all notifications were delivered'
      : `all notifications were delivered ${((until - from - minuteMs) / 1_000).toFixed(0)} s after the minute in which the jobs began to fail`,
  );
  // No job may end its streak before its messages are counted.
  const messages = await receivedAlerts(receiversUrl);
  await checkDeliveries({ jobs, messages });
  await waitUntil(until + 10_000);
  const { lateness, uncalled, twice } = await assessFires({ jobs, from, until });
  printNote(`in the minute before: ${inWords(calm)}`);
  printNote(`meanwhile: ${inWords(lateness)}`);
  await check(`F22: meanwhile each fire is called once, 99 % within 2 s`, () => [
    ...(lateness.p99 <= p99LimitMs ? [] : [inWords(lateness)]),
    ...uncalled,
    ...twice,
  ]);
  await waitUntil(until + 30_000);
  await assertSpreadLedger({ after: 'F22', databaseUrl, from, until });
  await db().job.updateMany({ where: { id: { in: jobs.map(({ id }) => id) } }, data: { status: 'paused' } });
}

async function isDrained(jobs: SpreadJob[]): Promise<boolean> {
  const count = await db().notification.count({ where: { ...ofJobs(jobs), state: 'sent' } });
  return count >= jobs.length * channelsOfJob;
}

const ofJobs = (jobs: SpreadJob[]) => ({ jobId: { in: jobs.map(({ id }) => id) } });

async function checkDeliveries({
  jobs,
  messages,
}: {
  jobs: SpreadJob[];
  messages: Awaited<ReturnType<typeof receivedAlerts>>;
}): Promise<void> {
  const rows = await db().notification.groupBy({
    by: ['state', 'rule', 'attempts'],
    where: ofJobs(jobs),
    _count: true,
  });
  const digests = messages.filter(({ headers }) => headers['webhook-id']?.startsWith('digest_')).length;
  printNote(
    `${jobs.length * channelsOfJob} notifications in ${messages.length} messages, ${digests} digests to webhooks`,
  );
  await check(
    `F22: ${jobs.length} jobs fail within a minute: each notification is delivered by its first attempt`,
    () =>
      rows
        .filter(({ state, rule, attempts }) => state !== 'sent' || rule !== 'failure' || attempts !== 1)
        .map(
          ({ state, rule, attempts, _count }) => `${_count} × ${rule}, ${state} after ${attempts} attempts`,
        )
        .concat(
          countErrors(
            rows.reduce((sum, { _count }) => sum + _count, 0),
            jobs.length * channelsOfJob,
          ),
        ),
  );
  const { byJob, omitted } = webhookNotices(messages);
  await check('F22: each webhook was told of each failure once', () =>
    jobs
      .filter(({ id }) => (byJob.get(id) ?? 0) !== 1)
      .slice(omitted)
      .map(({ id }) => `job ${id}: ${byJob.get(id) ?? 0} times`),
  );
  await check('F22: the limits of destinations, domains and providers hold', () => limitErrors(messages));
}

const countErrors = (count: number, expected: number) =>
  count === expected ? [] : [`${count} notifications, not ${expected}`];
