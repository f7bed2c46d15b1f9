import { expect, test } from 'vitest';
import { writeAccount } from '#app/presenters/settings/account-export.server.ts';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { saveDefaultChannel } from '#server/accounts/default-channel.server.ts';
import { exportAccount } from '#server/accounts/export-account.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { saveView } from '#server/views/save-view.server.ts';
import { aFailedExecution, aSavedJob } from '../makers.ts';
import { aSignedIn, request } from './account.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

interface Document {
  account: Record<string, unknown>;
  secrets: { name: string }[];
  saved_views: { name: string; query: string }[];
  sessions: Record<string, unknown>[];
  mails: Record<string, unknown>[];
  security_log: Record<string, unknown>[];
  default_notification: Record<string, unknown> | null;
  jobs_kept_when_plan_ends: number[];
  jobs: {
    name: string;
    headers: Record<string, string>;
    executions: Record<string, unknown>[];
    incidents: Record<string, unknown>[];
  }[];
}

async function textOf({ user }: Pick<Awaited<ReturnType<typeof aSignedIn>>, 'user'>): Promise<string> {
  const exported = await exportAccount({ user, request });
  let text = '';
  for await (const piece of writeAccount({ ...exported, at: new Date() })) text += piece;
  return text;
}

test('an export contains the account, its jobs with their executions, sessions and log, and nothing of others', async () => {
  const signedIn = await aSignedIn({ firstName: 'Ada "quoted" ü\u2028' });
  const owner = await db().user.findUniqueOrThrow({ where: { id: signedIn.userId } });
  const first = await aSavedJob({ owner, name: 'First' });
  await aSavedJob({ owner, name: 'Second' });
  await aSavedJob({ name: 'Of somebody else' });
  await enqueueWelcomeMail({ tx: db(), userId: owner.id });
  await db().subscription.create({
    data: { userId: owner.id, status: 'active', keptJobIds: [first.id] },
  });
  for (const body of ['one', 'two', 'three']) await aFailedExecution({ jobId: first.id, body });

  const at = new Date();
  await db().incident.create({
    data: {
      ...{ jobId: first.id, ownerId: owner.id, executionId: 1, openedAt: at, startedAt: at },
      ...{ causeText: 'Failed: the response was 503.', failures: 3 },
    },
  });

  const document = JSON.parse(await textOf(signedIn)) as Document;
  expect(document.account).toMatchObject({ email: owner.email, first_name: 'Ada "quoted" ü\u2028' });
  expect(document.jobs.map(({ name }) => name)).toEqual(['First', 'Second']);
  expect(document.jobs_kept_when_plan_ends).toEqual([first.id]);
  expect(document.jobs[0]?.executions).toHaveLength(3);
  expect(document.jobs[0]?.executions.at(-1)).toMatchObject({
    status: 'failed',
    verdict: 'Failed: the response was 503.',
    attempts: [{ number: 1, status_code: 503, response: { body: 'one', bytes: 3 } }],
  });
  expect(document.jobs[0]?.incidents).toMatchObject([
    { status: 'open', failures: 3, cause: 'Failed: the response was 503.' },
  ]);
  expect(document.jobs[1]?.executions).toEqual([]);
  expect(document.sessions).toMatchObject([{ ip_address: '192.0.2.7' }]);
  expect(document.mails).toMatchObject([{ kind: 'welcome', state: 'pending', ended_at: null }]);
  expect(document.account).toMatchObject({ mail_choices: { jobs_paused: true, weekly_summary: false } });
  // The export itself.
  expect(document.security_log.map(({ code }) => code)).toEqual(['export']);
});

test('S13: keys and secrets are listed by name, without their values', async () => {
  const signedIn = await aSignedIn();
  const { userId, user, token } = signedIn;
  const owner = { id: userId, tier: user.tier };
  const row = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  await setSecret({ owner, name: 'BILLING', value: 'canary-of-a-secret' });
  const signing = await makeSigningSecret({ owner });
  await saveView({ userId, name: 'Paused', query: 'filter=paused' });
  await saveDefaultChannel({ owner, channel: { type: 'webhook', config: 'https://notes.example.com/mine' } });
  const job = await aSavedJob({
    owner: row,
    headers: { authorization: 'Bearer canary-of-a-header', 'x-api-key': '{{secret.BILLING}}' },
  });
  await aFailedExecution({ jobId: job.id, body: 'an answer' });

  const text = await textOf(signedIn);
  for (const reported of [plain, 'canary', signing, token]) expect(text).not.toContain(reported);
  const document = JSON.parse(text) as Document;
  expect(document.secrets).toMatchObject([{ name: 'BILLING' }]);
  expect(document.saved_views).toMatchObject([{ name: 'Paused', query: 'filter=paused' }]);
  expect(document.jobs[0]?.headers['x-api-key']).toBe('{{secret.BILLING}}');
  expect(document.default_notification).toMatchObject({ notification_type: 'webhook' });
});

test('a JSON response is exported exactly as the target wrote it', async () => {
  const signedIn = await aSignedIn();
  const owner = await db().user.findUniqueOrThrow({ where: { id: signedIn.userId } });
  const job = await aSavedJob({ owner });
  const body = '{"order": 12345678901234567890, "total": 1.50}';
  await aFailedExecution({ jobId: job.id, body, contentType: 'application/json' });
  expect(await textOf(signedIn)).toContain(`"body":${body},`);
});

test('an empty account exports a complete document too', async () => {
  const document = JSON.parse(await textOf(await aSignedIn())) as Document;
  expect(document.jobs).toEqual([]);
  expect(document.default_notification).toBeNull();
});

test('the sixth export of an hour is refused before anything is read', async () => {
  const { user } = await aSignedIn();
  for (let time = 0; time < 5; time += 1) await exportAccount({ user, request });
  await expect(exportAccount({ user, request })).rejects.toMatchObject({ type: 'rate_limit' });
});
