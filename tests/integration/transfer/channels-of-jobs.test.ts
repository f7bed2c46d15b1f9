import { expect, test, vi } from 'vitest';
import { toWireJob } from '#domain/job/job-wire.ts';
import { createChannel } from '#server/channels/create-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { decryptJob } from '#server/jobs/versions/decrypt-job.server.ts';
import { jobInputOf } from '#server/jobs/versions/job-input-of.server.ts';
import { exportJobs } from '#server/transfer/export-jobs.server.ts';
import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { transferFormats, type TransferFormat } from '#server/transfer/types.ts';
import { aJob, aUser } from '../makers.ts';

// Pushes to the engine have tests of their own.
vi.mock('#server/engine/relay/push-job.server.ts', () => ({ pushJob: () => Promise.resolve() }));

type User = Awaited<ReturnType<typeof aUser>>;

const secret = 'canary-of-a-hook';
const addChannel = ({ owner, name }: { owner: User; name: string }) =>
  createChannel({
    owner,
    draft: { name, kind: 'webhook', settings: { url: `https://notes.example.com/${secret}` } },
  });

/** An account with channels by these names. */
async function withChannels(...names: string[]): Promise<User> {
  const owner = await aUser({ tier: 'premium' });
  for (const name of names) await addChannel({ owner, name });
  return owner;
}

async function exported({ owner, format }: { owner: User; format: TransferFormat }): Promise<string> {
  let text = '';
  for await (const piece of await exportJobs({ owner, format, hasSecrets: true })) text += piece;
  return text;
}

async function planned({ owner, text }: { owner: User; text: string }) {
  const plan = await planImport({ owner, text, format: null, timeZone: 'UTC' });
  if ('error' in plan) throw new Error(plan.error.message);
  return plan;
}

async function jobsOf({ id: ownerId }: User) {
  const rows = await db().job.findMany({ where: { ownerId }, orderBy: { id: 'asc' } });
  return rows.map((row) => toWireJob(jobInputOf(decryptJob(row))));
}

// Names that a document format may take for something else.
const names = ['#money: "late"', '12', 'null', '- üñ%s'];

/** An account whose jobs have rules and every notification setting. */
async function aFullAccount(): Promise<User> {
  const owner = await withChannels(...names);
  const [first = '', ...others] = names;
  const watches = { lateAfter: 30, tooLongAfter: 600, certificateDays: 7, answerWatch: '$.version' };
  const notifyRules = [
    { channel: first, events: ['failure' as const, 'late' as const, 'certificate' as const], after: 3 },
    ...others.map((channel) => ({ channel, events: ['answer_changed' as const], after: 1 })),
  ];
  await createJob({ owner, input: aJob({ name: 'Full', notifyRules, ...watches }) });
  await createJob({ owner, input: aJob({ name: 'Quiet', notifyFrequency: 'never' }) });
  return owner;
}

test.each(transferFormats)(
  'a %s export, imported into an account with the same channels, gives the same jobs and rules',
  async (format) => {
    const owner = await aFullAccount();
    const text = await exported({ owner, format });
    expect(text).not.toContain(secret);
    const other = await withChannels(...names);
    const plan = await planned({ owner: other, text });
    expect(plan.jobs.map(({ outcome }) => outcome)).toEqual(['new', 'new']);
    await importJobs({ owner: other, plan });

    expect(await jobsOf(other)).toEqual(await jobsOf(owner));
    const rules = await db().notificationRule.findMany({
      where: { userId: other.id },
      include: { channel: true },
      orderBy: { id: 'asc' },
    });
    expect(rules.map(({ channel }) => [channel.userId, channel.name])).toEqual(
      names.map((name) => [other.id, name]),
    );
    const again = await planned({ owner: other, text });
    expect(again.jobs.map(({ outcome }) => outcome)).toEqual(['same', 'same']);
  },
);

test.each(transferFormats)(
  'a %s import that names a channel the account does not have is refused with its line and a remedy',
  async (format) => {
    const text = await exported({ owner: await aFullAccount(), format });
    const other = await withChannels(...names.slice(1));
    const plan = await planned({ owner: other, text });
    expect(plan.jobs.map(({ outcome }) => outcome)).toEqual(['refused', 'new']);
    const [refused] = plan.jobs;
    const line = text.split('\n').findIndex((one) => /notify_rules/.test(one)) + 1;
    expect(refused).toMatchObject({
      name: 'Full',
      errors: [
        {
          field: 'notify_rules.0.channel',
          line,
          message:
            'Your account has no channel with the name “#money: "late"”. Add one in the settings, or use one of these: - üñ%s, 12, null.',
        },
      ],
    });
    await expect(importJobs({ owner: other, plan })).rejects.toMatchObject({ type: 'validation_error' });
    expect(await jobsOf(other)).toEqual([]);
    expect(await db().notificationRule.count({ where: { userId: other.id } })).toBe(0);
  },
);

test('an import writes nothing if one of its channels is deleted after the preview', async () => {
  const text = await exported({ owner: await aFullAccount(), format: 'json' });
  const other = await withChannels(...names);
  const plan = await planned({ owner: other, text });
  await db().channel.updateMany({ where: { userId: other.id, name: '12' }, data: { deletedAt: new Date() } });
  await expect(importJobs({ owner: other, plan })).rejects.toMatchObject({
    type: 'validation_error',
    details: { 'notifyRules.1.channel': expect.stringContaining('no channel with the name “12”') as string },
  });
  expect(await jobsOf(other)).toEqual([]);
});
