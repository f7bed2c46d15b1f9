import { expect, test, vi } from 'vitest';
import { toWireJob } from '#domain/job/job-wire.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { getJob } from '#server/jobs/reads/get-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { selectJobs } from '#server/transfer/select-jobs.server.ts';
import {
  transferFormats,
  type ImportChoices,
  type ImportPlan,
  type TransferFormat,
} from '#server/transfer/types.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

type User = Awaited<ReturnType<typeof aUser>>;

async function plan({
  owner,
  jobs,
  text,
}: {
  owner: User;
  jobs?: object[];
  text?: string;
}): Promise<ImportPlan> {
  const planned = await planImport({
    owner,
    text: text ?? JSON.stringify(jobs, null, 1),
    format: null,
    timeZone: 'UTC',
  });
  if ('error' in planned) throw new Error(planned.error.message);
  return planned;
}

async function exported(given: {
  owner: User;
  format: TransferFormat;
  hasSecrets?: boolean;
  ids?: number[];
}) {
  let text = '';
  for await (const piece of await exportJobs({ hasSecrets: false, ...given })) text += piece;
  return text;
}

const bytes = (given: Parameters<typeof aJob>[0] = {}) => toWireJob(aJob(given));
const outcomes = ({ jobs }: ImportPlan) => jobs.map(({ outcome }) => outcome);
const withoutRoom = ({ jobs }: ImportPlan) => jobs.flatMap(({ noRoom }, index) => (noRoom ? [index] : []));
const jobsOf = (owner: User) =>
  db().job.findMany({ where: { ownerId: owner.id, deletedAt: null }, orderBy: { id: 'asc' } });

test('imported jobs are written with version, next run and security event, like created ones', async () => {
  const owner = await aUser();
  const planned = await plan({
    owner,
    jobs: [bytes({ externalId: 'a' }), { name: 'B', cron: '@daily', webhook_url: 'https://example.com' }],
  });
  expect(outcomes(planned)).toEqual(['new', 'new']);

  expect(await importJobs({ owner, plan: planned })).toEqual({ created: 2, changed: 0, same: 0 });

  const jobs = await jobsOf(owner);
  expect(jobs.map(({ name, cronExpression }) => [name, cronExpression])).toEqual([
    ['Ping the shop', '0 * * * *'],
    ['B', '0 0 * * *'],
  ]);
  for (const { id } of jobs) {
    expect(await db().jobVersion.count({ where: { jobId: id } })).toBe(1);
    expect((await db().jobState.findUniqueOrThrow({ where: { jobId: id } })).nextRunAt).not.toBeNull();
    expect(await db().securityEvent.count({ where: { subjectId: id, code: 'job_changed' } })).toBe(1);
  }
});

test('an external id makes it an update: given fields change, the others stay', async () => {
  const owner = await aUser();
  const { id } = await createJob({
    owner,
    input: aJob({ externalId: 'shop', payload: '{}', httpMethod: 'POST' }),
  });
  const planned = await plan({
    owner,
    jobs: [{ external_id: 'shop', timeout: 5, cron_expression: '5 * * * *' }],
  });
  expect(planned.jobs).toMatchObject([
    { outcome: 'changed', jobId: id, changed: ['timeoutSeconds', 'cronExpression'] },
  ]);

  await importJobs({ owner, plan: planned });

  const { job } = await getJob({ owner, jobId: id });
  expect(job).toMatchObject({
    timeoutSeconds: 5,
    cronExpression: '5 * * * *',
    payload: '{}',
    desiredVersion: 2,
  });
  expect(outcomes(await plan({ owner, jobs: [{ external_id: 'shop', timeout: 5 }] }))).toEqual(['same']);
});

test('refusals name field, line and remedy, and then nothing is written', async () => {
  const owner = await aUser();
  const text = `- name: Good
  cron_expression: 0 * * * *
  webhook_url: https://example.com
- name: Bad
  cron_expression: 61 * * * *
  webhook_url: http://169.254.169.254/latest
  timeout: 400
  colour: red
- name: Twice
  external_id: one
  cron_expression: null
  webhook_url: https://example.com
- name: Twice
  external_id: one
  cron_expression: null
  webhook_url: https://example.com
`;
  const planned = await plan({ owner, text });
  expect(outcomes(planned)).toEqual(['new', 'refused', 'new', 'refused']);
  const errors = planned.jobs.flatMap((job) => (job.outcome === 'refused' ? job.errors : []));
  expect(errors.map(({ field, line }) => [field, line])).toEqual([
    ['colour', 8],
    ['timeout', 7],
    ['cron_expression', 5],
    ['external_id', 14],
  ]);
  expect(errors[0]?.message).toBe('colour is not a field of a job. Remove it, or correct its name.');
  await expect(importJobs({ owner, plan: planned })).rejects.toMatchObject({ type: 'validation_error' });
  expect(await jobsOf(owner)).toEqual([]);
});

test('the good jobs of a plan are written without the refused ones', async () => {
  const owner = await aUser();
  const jobs = [
    bytes({ externalId: 'one' }),
    { ...bytes({ externalId: 'two' }), timeout: 400 },
    bytes({ externalId: 'three' }),
  ];
  const planned = await plan({ owner, jobs });
  const { plan: good, leftOut } = selectJobs({ plan: planned, taken: null, isGoodOnly: true });
  expect(leftOut).toEqual(['Ping the shop']);
  expect(await importJobs({ owner, plan: good })).toMatchObject({ created: 2 });
  expect((await jobsOf(owner)).map(({ externalId }) => externalId)).toEqual(['one', 'three']);
});

const crontab = `30 2 * * * curl https://example.com/a
8 6 * * * /home/user/backup.sh && curl https://example.com/ping
0 9 1-7 * */7 curl https://example.com/first
`;

async function planned({ owner, choices }: { owner: User; choices?: ImportChoices }) {
  const found = await planImport({
    ...{ owner, text: crontab, format: null, timeZone: 'Europe/Paris' },
    ...(choices && { choices }),
  });
  if ('error' in found) throw new Error(found.error.message);
  return found;
}

test('a call that depends on a command is left out unless chosen, and does not count toward the limit until then', async () => {
  const owner = await aUser({ tier: 'free' });
  for (let index = 0; index < 8; index += 1) await createJob({ owner, input: aJob() });
  const choices = { taken: new Set([0, 1, 2]), offers: new Set([3]) };
  const [before, after] = [await planned({ owner }), await planned({ owner, choices })];
  expect(outcomes(before)).toEqual(['new', 'new', 'new']);
  expect([before, after].map(withoutRoom)).toEqual([[1], [2]]);
  expect(after.digest).toBe(before.digest);
  const { plan: chosen } = selectJobs({ plan: before, taken: null, isGoodOnly: false });
  await importJobs({ owner, plan: chosen });
  expect((await jobsOf(owner)).slice(8).map(({ cronExpression }) => cronExpression)).toEqual([
    '30 2 * * *',
    '0 9 * * SUN#1',
  ]);
});

test('the days that a crontab means are used unless the offer is declined, and the offer stays known', async () => {
  const owner = await aUser();
  const choices = { taken: new Set([0, 2]), offers: new Set<number>() };
  const [before, after] = [await planned({ owner }), await planned({ owner, choices })];
  const cronOf = ({ jobs }: ImportPlan) =>
    jobs.map((job) => ('input' in job ? job.input.cronExpression : null));
  expect([cronOf(before)[2], cronOf(after)[2]]).toEqual(['0 9 * * SUN#1', '0 9 1-7 * */7']);
  expect(after.digest).toBe(before.digest);
  await importJobs({ owner, plan: selectJobs({ plan: after, ...choices, isGoodOnly: false }).plan });
  expect(outcomes(await planned({ owner }))).toEqual(['same', 'new', 'same']);
  expect(outcomes(await planned({ owner, choices }))).toEqual(['same', 'new', 'same']);
});

test('rows explain surprising schedules and the effects of clock changes', async () => {
  const { jobs } = await planned({ owner: await aUser(), choices: { taken: new Set(), offers: new Set() } });
  expect(jobs.map(({ scheduleHints = [] }) => scheduleHints)).toEqual([
    [
      expect.stringMatching(/02:30 (?:does not exist|happens twice) in Paris/),
      expect.stringMatching(/02:30 (?:does not exist|happens twice) in Paris/),
    ],
    [],
    expect.arrayContaining(['Runs when either matches.']),
  ]);
});

test('a target inside our network is refused with the message of the form', async () => {
  const owner = await aUser();
  const planned = await plan({ owner, jobs: [bytes({ webhookUrl: 'http://169.254.169.254/latest' })] });
  expect(planned.jobs).toMatchObject([
    {
      outcome: 'refused',
      errors: [
        { field: 'webhook_url', line: 10, message: expect.stringContaining('Target not allowed.') as string },
      ],
    },
  ]);
});

test('active jobs beyond the plan have no room, inactive ones do', async () => {
  const owner = await aUser({ tier: 'free' });
  const jobs = Array.from({ length: 12 }, (_, index) =>
    bytes({ externalId: `job-${index}`, ...(index === 0 && { status: 'inactive' }) }),
  );
  const planned = await plan({ owner, jobs });
  expect(outcomes(planned)).toEqual(Array.from({ length: 12 }, () => 'new'));
  expect(withoutRoom(planned)).toEqual([11]);
  expect(planned.jobs.at(-1)?.noRoom).toEqual({
    message: 'Your plan allows 10 jobs. Select this one instead of another, delete a job, or upgrade.',
    canUpgrade: true,
  });
  const { plan: chosen } = selectJobs({ plan: planned, taken: null, isGoodOnly: false });
  expect(await importJobs({ owner, plan: chosen })).toMatchObject({ created: 11 });
});

test('a job beyond the limit can be imported in place of another one, and of two too many the last is left out', async () => {
  const owner = await aUser({ tier: 'free' });
  for (let index = 0; index < 9; index += 1) await createJob({ owner, input: aJob() });
  const text = JSON.stringify([bytes({ externalId: 'one' }), bytes({ externalId: 'two' })]);
  const planned = async (taken: ImportChoices['taken']) => {
    const found = await planImport({
      ...{ owner, text, format: null, timeZone: 'UTC', choices: { taken, offers: null } },
    });
    if ('error' in found) throw new Error(found.error.message);
    return found;
  };
  const [before, both, second] = [
    await planned(null),
    await planned(new Set([0, 1])),
    await planned(new Set([1])),
  ];
  expect([before, both, second].map(withoutRoom)).toEqual([[1], [1], [0]]);
  expect(both.digest).toBe(before.digest);
  expect(second.digest).toBe(before.digest);
  const { plan: chosen } = selectJobs({ plan: second, taken: new Set([1]), isGoodOnly: false });
  await importJobs({ owner, plan: chosen });
  expect((await jobsOf(owner)).at(-1)?.externalId).toBe('two');
});

test('if the plan fills up between preview and import, the whole import is rolled back', async () => {
  const owner = await aUser({ tier: 'free' });
  for (let index = 0; index < 8; index += 1) await createJob({ owner, input: aJob() });
  const planned = await plan({ owner, jobs: [bytes({ externalId: 'one' }), bytes({ externalId: 'two' })] });
  expect(outcomes(planned)).toEqual(['new', 'new']);
  await createJob({ owner, input: aJob() });

  await expect(importJobs({ owner, plan: planned })).rejects.toMatchObject({ type: 'authorization_error' });
  expect(await db().job.count({ where: { ownerId: owner.id, externalId: { not: null } } })).toBe(0);
});

test('a job changed since the preview is not overwritten', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob({ externalId: 'shop' }) });
  const planned = await plan({
    owner,
    jobs: [bytes({ externalId: 'shop', name: 'Ours' }), bytes({ externalId: 'new' })],
  });
  await updateJob({ owner, jobId: id, changes: { name: 'Theirs' } });

  await expect(importJobs({ owner, plan: planned })).rejects.toMatchObject({ type: 'conflict' });
  expect((await jobsOf(owner)).map(({ name }) => name)).toEqual(['Theirs']);
  const again = await plan({
    owner,
    jobs: [bytes({ externalId: 'shop', name: 'Ours' }), bytes({ externalId: 'new' })],
  });
  expect(again.digest).not.toBe(planned.digest);
});

test("another owner's job with the same external id is neither changed nor revealed", async () => {
  const [owner, other] = [await aUser(), await aUser()];
  await createJob({ owner: other, input: aJob({ externalId: 'shop', name: 'Theirs' }) });
  const planned = await plan({ owner, jobs: [bytes({ externalId: 'shop', name: 'Mine' })] });
  expect(outcomes(planned)).toEqual(['new']);
  await importJobs({ owner, plan: planned });
  expect((await jobsOf(other)).map(({ name }) => name)).toEqual(['Theirs']);
});

test.each(transferFormats)(
  'an export as %s reads back without changes, secrets masked or shown',
  async (format) => {
    const owner = await aUser();
    const jobs = [
      aJob({
        externalId: 'shop',
        headers: { authorization: 'Bearer canary', accept: '*/*' },
        payload: 'a\nb',
        httpMethod: 'POST',
      }),
      aJob({ name: 'No id', status: 'paused', headers: { 'x-api-key': '{{secret.SHOP}}' } }),
      aJob({ name: 'No id', status: 'inactive', cronExpression: null, tags: ['a', 'b'] }),
    ];
    for (const input of jobs) await createJob({ owner, input });

    const masked = await exported({ owner, format });
    expect(masked).not.toContain('canary');
    expect(masked).toContain('{{secret.SHOP}}');
    expect(outcomes(await plan({ owner, text: masked }))).toEqual(['same', 'same', 'same']);

    const shown = await exported({ owner, format, hasSecrets: true });
    const elsewhere = await aUser();
    await importJobs({ owner: elsewhere, plan: await plan({ owner: elsewhere, text: shown }) });
    expect(await exported({ owner: elsewhere, format, hasSecrets: true })).toBe(shown);

    const stranger = await aUser();
    const refused = await plan({ owner: stranger, text: masked });
    expect(refused.jobs[0]).toMatchObject({
      outcome: 'refused',
      errors: [
        {
          field: 'headers',
          message: expect.stringMatching(/^The value of authorization is masked\./) as string,
        },
      ],
    });
    expect(await db().securityEvent.count({ where: { actorId: owner.id, code: 'export' } })).toBe(2);
  },
);

test('an export can contain some jobs only, or none', async () => {
  const owner = await aUser();
  const { id } = await createJob({ owner, input: aJob({ name: 'One' }) });
  await createJob({ owner, input: aJob({ name: 'Two' }) });
  const some = JSON.parse(await exported({ owner, format: 'json', ids: [id] })) as {
    jobs: { name: string }[];
  };
  expect(some.jobs.map(({ name }) => name)).toEqual(['One']);
  const none = await aUser();
  expect(JSON.parse(await exported({ owner: none, format: 'json' }))).toEqual({ jobs: [] });
});

test('sixty jobs are written at once', { timeout: 60_000 }, async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const jobs = Array.from({ length: 60 }, (_, index) => bytes({ externalId: `job-${index}` }));
  expect(await importJobs({ owner, plan: await plan({ owner, jobs }) })).toMatchObject({ created: 60 });
});
