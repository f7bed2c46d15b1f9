import type { OwnStack } from '#dev/test/own-stack.ts';
import { db } from '#server/database/db.server.ts';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { deleteJob } from '#server/jobs/delete-job.server.ts';
import { setJobStatus } from '#server/jobs/set-job-status.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { readFactsOf } from '#tests/e2e/facts.ts';
import { check, printNote } from '#tests/faults/checks.ts';
import { minuteMs, waitUntil, within } from '#tests/faults/clock.ts';
import { inWords } from '#tests/faults/lateness.ts';
import { outage } from '#tests/faults/outage.ts';
import { readCalls } from '#tests/faults/sink.ts';
import { sizes } from '#tests/faults/sizes.ts';
import { eachMinuteAt } from '#tests/faults/spread/calendar.ts';
import { assessFires } from '#tests/faults/spread/fires.ts';
import {
  makeFrequentJobs,
  makeMinutelyJobs,
  type SpreadJob,
  untilResident,
} from '#tests/faults/spread/jobs.ts';
import { assertSpreadLedger, someResidents } from '#tests/faults/spread/residents.ts';
import { sinkFile } from '#tests/faults/stack.ts';
import { jobWorkflowId } from '#workflows/contract.ts';

const p99LimitMs = 1_000;
/** A change is confirmed this long before the first call that follows it. */
const changeMs = 1_000;
/** The newest fires may still be on their way. */
const settleMs = 10_000;
const appliedLimitMs = 60_000;
/** The new job fires at its first instant after that. */
const firstLimitMs = appliedLimitMs + minuteMs;

interface Changed {
  edited: SpreadJob;
  failing: SpreadJob;
  paused: SpreadJob;
  deleted: SpreadJob;
  resumed: SpreadJob;
}

/** F19: Temporal is away, and resident jobs go on firing; changes reach them, and Temporal after its return. */
export async function testTemporalAway({ stack }: { stack: OwnStack }): Promise<void> {
  const { databaseUrl, echoUrl } = readFactsOf(stack.facts);
  const minutely = await someResidents({ home: stack.home, echoUrl });
  const frequent = await makeFrequentJobs({ count: sizes.frequent, url: `${echoUrl}/fault/frequent` });
  const [edited, failing, paused, deleted, resumed, ...more] = await makeMinutelyJobs({
    count: 5,
    url: `${echoUrl}/fault/before`,
  });
  if (!edited || !failing || !paused || !deleted || !resumed || more.length > 0)
    throw new Error('Five jobs were made.');
  const jobs = { edited, failing, paused, deleted, resumed };
  await untilResident([...frequent, ...Object.values(jobs)]);

  const from = Date.now();
  const away = outage({ stack, part: 'temporal', from, until: from + sizes.temporalAwayMs });
  await waitUntil(from + 5_000);
  const changedAt = await change({ jobs, echoUrl });
  const [created] = await makeMinutelyJobs({ count: 1, url: `${echoUrl}/fault/created` });
  if (!created) throw new Error('A job was made.');
  await waitUntil(from + sizes.temporalAwayMs);
  const returnsAt = Date.now();
  await checkFires({ jobs: [...minutely, ...frequent], from, until: returnsAt - settleMs });
  await checkChanges({ jobs, changedAt, until: returnsAt });

  const backAt = await away;
  await check('F19: within a minute of its return Temporal knows every change', async () => {
    const ids = [...Object.values(jobs), created].map(({ id }) => id);
    const took = await within({ ms: appliedLimitMs, isSo: async () => (await unapplied(ids)).length === 0 });
    printNote(`it knew them after ${((took ?? appliedLimitMs) / 1_000).toFixed(1)} s`);
    return took === undefined ? unapplied(ids) : [];
  });
  await check('F19: a job made meanwhile fires once Temporal is back', async () => {
    const isCalled = () => readCalls(sinkFile).some(({ jobId }) => jobId === created.id);
    const took = await within({ ms: firstLimitMs - (Date.now() - backAt), isSo: isCalled });
    return took === undefined ? ['It did not.'] : [];
  });
  await check('F19: the memos in the Temporal Web UI are right', async () => {
    const isSo = async () => (await wrongMemos(jobs)).length === 0;
    return (await within({ ms: appliedLimitMs, isSo })) === undefined ? wrongMemos(jobs) : [];
  });
  const until = backAt + settleMs;
  await waitUntil(until + 30_000);
  await checkFires({ jobs: [...minutely, ...frequent], from: returnsAt - settleMs, until });
  await assertSpreadLedger({ after: 'F19', databaseUrl, from, until });
}

async function change({ jobs, echoUrl }: { jobs: Changed; echoUrl: string }): Promise<number> {
  const { edited, failing, paused, deleted, resumed } = jobs;
  const edit = ({ id: jobId, owner }: SpreadJob, changes: Parameters<typeof updateJob>[0]['changes']) =>
    updateJob({ owner, jobId, changes });
  await edit(edited, {
    webhookUrl: `${echoUrl}/fault/after`,
    name: 'Renamed',
    cronExpression: eachMinuteAt(30),
  });
  await edit(failing, { webhookUrl: `${echoUrl}/status/500` });
  await setJobStatus({ owner: paused.owner, jobId: paused.id, status: 'paused' });
  await deleteJob({ owner: deleted.owner, jobId: deleted.id });
  await setJobStatus({ owner: resumed.owner, jobId: resumed.id, status: 'paused' });
  await waitUntil(Date.now() + 5_000);
  await setJobStatus({ owner: resumed.owner, jobId: resumed.id, status: 'active' });
  return Date.now();
}

async function checkFires({
  jobs,
  from,
  until,
}: {
  jobs: SpreadJob[];
  from: number;
  until: number;
}): Promise<void> {
  const { lateness, uncalled, lost, twice } = await assessFires({ jobs, from, until });
  printNote(`${inWords(lateness)}, ${lost} claimed by a lost worker`);
  const seconds = Math.round((until - from) / 1_000);
  await check(
    `F19: the ${jobs.length} resident jobs fire on time for ${seconds} s: each fire is called once, 99 % within 1 s`,
    () => [
      ...(lateness.p99 <= p99LimitMs ? [] : [inWords(lateness)]),
      ...(lost === 0 ? [] : [`${lost} calls were lost.`]),
      ...uncalled,
      ...twice,
    ],
  );
}

/** Changes that were saved before the next fire hold for it, without Temporal. */
async function checkChanges({ jobs, changedAt, until }: { jobs: Changed; changedAt: number; until: number }) {
  const { edited, failing, paused, deleted, resumed } = jobs;
  const after = (job: SpreadJob) =>
    readCalls(sinkFile).filter(
      ({ jobId, at }) => jobId === job.id && at > changedAt + changeMs && at < until,
    );
  await check('F19: an edit, a pause, a resume and a delete take effect while Temporal is away', () => [
    ...[paused, deleted].flatMap((job) =>
      after(job).map(({ path }) => `${path} was called for job ${job.id}`),
    ),
    ...[edited, failing, resumed]
      .filter((job) => after(job).length === 0)
      .map(({ id }) => `job ${id} was not called`),
    ...[edited, failing].flatMap((job) =>
      after(job)
        .filter(({ path }) => path === '/fault/before')
        .map(({ jobId }) => `job ${jobId} was called at its former URL`),
    ),
  ]);
  const due = { ...edited, cron: eachMinuteAt(30) };
  const { uncalled, lateness } = await assessFires({
    jobs: [due],
    from: changedAt + changeMs,
    until: until - settleMs,
  });
  await check('F19: the edited job keeps its new schedule while Temporal is away', () => [
    ...uncalled,
    ...(lateness.max <= p99LimitMs ? [] : [inWords(lateness)]),
  ]);
}

/** Changes that have not reached Temporal; the rows of a deleted job are removed with its workflow. */
async function unapplied(ids: number[]): Promise<string[]> {
  const rows = await db().job.findMany({ where: { id: { in: ids } } });
  return rows
    .filter(
      ({ appliedVersion, desiredVersion, deletedAt }) =>
        deletedAt !== null || appliedVersion < desiredVersion,
    )
    .map(({ id, deletedAt }) => `job ${id} is ${deletedAt === null ? 'not applied' : 'still there'}`);
}

async function wrongMemos({ edited, failing, paused, resumed }: Changed): Promise<string[]> {
  const cron = eachMinuteAt(30);
  const expected: [SpreadJob, Record<string, unknown>][] = [
    [edited, { job: 'Renamed', cron, status: 'active', lastOutcome: 'success' }],
    [failing, { status: 'active', lastOutcome: 'failed' }],
    [paused, { status: 'paused', nextFire: null, residentSince: null }],
    [resumed, { status: 'active', lastOutcome: 'success' }],
  ];
  const errors: string[] = [];
  // A field without a value is left out of a memo.
  for (const [{ id }, fields] of expected) {
    const { memo = {} } = await temporalClient().workflow.getHandle(jobWorkflowId(id)).describe();
    for (const [name, value] of Object.entries(fields))
      if ((memo[name] ?? null) !== value)
        errors.push(`job/${id} has ${name} ${String(memo[name])}, not ${String(value)}`);
    const isResident = (memo['residentSince'] ?? null) !== null;
    if (fields['status'] === 'active' && !isResident) errors.push(`job/${id} is not shown as resident`);
    if (fields['status'] === 'active' && (memo['nextFire'] ?? null) === null)
      errors.push(`job/${id} has no next fire`);
  }
  return errors;
}
