import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import { restoreVersion } from '#server/jobs/versions/restore-version.server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aJob, aSavedJob, aUser } from '../makers.ts';
import { inbox } from './set-up.ts';

const slack = (notificationConfig: string) => aJob({ notificationType: 'slack', notificationConfig });

test('a job with Slack notifications is saved only for Slack and for the /slack address of Discord (D37a)', async () => {
  const owner = await aUser();
  await createJob({ owner, input: slack('https://hooks.slack.com/services/T0/B0/x') });
  await createJob({ owner, input: slack(`{"url":"${inbox.url('/slack')}","after":3}`) });
  await createJob({ owner, input: slack('https://hooks.slack-gov.com/services/T/B/x') });
  await createJob({ owner, input: slack('https://discord.com/api/webhooks/1/abc/slack') });
  for (const url of [
    'https://hooks.slack.com.evil.example/x',
    'http://hooks.slack.com/x',
    'https://discord.com/api/webhooks/1/abc',
    'https://discord.com.evil.example/api/webhooks/1/abc/slack',
    'https://example.com/x',
  ])
    await expect(createJob({ owner, input: slack(url) })).rejects.toMatchObject({
      type: 'validation_error',
      details: { notificationConfig: expect.stringContaining('hooks.slack.com') as string },
    });
});

test('a job is saved for Slack or a webhook only with a URL, also by a change and by a restored version', async () => {
  const owner = await aUser();
  const missing = (text: string) => ({ type: 'validation_error', details: { notificationConfig: text } });
  const input = aJob({ notificationType: 'slack', notificationConfig: null });
  await expect(createJob({ owner, input })).rejects.toMatchObject(missing('Enter the Slack URL.'));
  const quiet = await createJob({ owner, input: { ...input, notifyFrequency: 'never' } });
  const speaking = { notifyFrequency: 'always' } as const;
  await expect(updateJob({ owner, jobId: quiet.id, changes: speaking })).rejects.toMatchObject(
    missing('Enter the Slack URL.'),
  );
  const { id: jobId } = await aSavedJob({ owner, notificationType: 'webhook', notificationConfig: null });
  await updateJob({ owner, jobId, changes: { notificationType: null } });
  await expect(restoreVersion({ owner, jobId, version: 1 })).rejects.toMatchObject(
    missing('Enter the webhook URL.'),
  );
});

test('S19: a notification address inside our network is refused on saving, and logged', async () => {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const changes = { notificationType: 'webhook', notificationConfig: 'http://10.0.0.1/notes' } as const;
  await expect(updateJob({ owner, jobId: job.id, changes })).rejects.toMatchObject({
    type: 'validation_error',
    details: { notificationConfig: expect.any(String) as string },
  });
  expect(await db().securityEvent.count({ where: { code: 'target_blocked', actorId: owner.id } })).toBe(1);
});

test('saving an email job asks its recipient to confirm, once', async () => {
  const owner = await aUser();
  const address = `ops@${randomUUID()}.example`;
  const input = aJob({ type: 'email', webhookUrl: `mailto:${address}` });
  const job = await createJob({ owner, input });
  await vi.waitFor(() => expect(mailServer.of(address)).toHaveLength(1), { timeout: 10_000 });
  expect(mailServer.of(address)[0]?.headers.get('subject')).toBe('May Punctual write to you?');
  await updateJob({ owner, jobId: job.id, changes: { name: 'Another name' } });
  await createJob({
    owner,
    input: aJob({ type: 'email', webhookUrl: `mailto:last@${randomUUID()}.example` }),
  });
  await vi.waitFor(async () => expect(await db().mailSent.count()).toBe(2), { timeout: 10_000 });
  expect(mailServer.of(address)).toHaveLength(1);
});

test('an email job is refused without a mail server, and the refusal says so', async () => {
  const owner = await aUser();
  const input = aJob({ type: 'email', webhookUrl: 'mailto:ops@example.com' });
  vi.stubEnv('SMTP_URL', '');
  vi.resetModules();
  const { createJob: create } = await import('#server/jobs/create-job.server.ts');
  const { closeDatabase } = await import('#server/database/db.server.ts');
  try {
    await expect(create({ owner, input })).rejects.toMatchObject({
      type: 'validation_error',
      details: { webhookURL: expect.stringContaining('mail server') as string },
    });
  } finally {
    await closeDatabase();
    vi.unstubAllEnvs();
  }
});
