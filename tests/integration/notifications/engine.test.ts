// The mail server and the inbox name themselves before the engine reads the environment.
import { mailServer } from '../mail/set-up.ts';
import { inbox } from './set-up.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { updateJob } from '#server/jobs/update-job.server.ts';
import {
  aLiveJob,
  aWorker,
  eventually,
  executionsOf,
  hasTemporal,
  patient,
} from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { textOf } from '../mail/mail-server.ts';
import { aUser } from '../makers.ts';
import { notificationsOf } from './kit.ts';

interface NotificationBody {
  type: string;
  data: { title: string; execution: { id: number; outcome: string } };
}

/** A job with frequent calls to one path of the inbox, and another as its channel. */
async function aNotifyingLiveJob({
  calls,
  notifiedUser = 'ok',
  ...given
}: { calls: string; notifiedUser?: string } & Partial<JobInput>) {
  const path = `/${notifiedUser}?${randomUUID()}`;
  const live = await aLiveJob({
    webhookUrl: inbox.url(`/${calls}?${randomUUID()}`),
    notificationType: 'webhook',
    notificationConfig: inbox.url(path),
    retryCount: 0,
    ...given,
  });
  // On a busy machine, some fires two seconds apart are missed, with notifications of their own.
  const reported = () =>
    inbox
      .at(path)
      .map(({ body }) => JSON.parse(body) as NotificationBody)
      .filter(({ type }) => type !== 'job.missed');
  return { ...live, reported: reported, path };
}

const pause = ({ owner, jobId }: Awaited<ReturnType<typeof aLiveJob>>) =>
  updateJob({ owner, jobId, changes: { status: 'paused' } });

describe.skipIf(!hasTemporal)('notifications from the engine', patient, () => {
  let worker: RunningWorker;
  beforeAll(async () => void (worker = await aWorker()));
  afterAll(() => worker.stop());

  test('a failing job notifies its webhook once, with the execution that failed', async () => {
    const job = await aNotifyingLiveJob({ calls: '500' });
    await eventually(async () =>
      expect(
        (await executionsOf(job.jobId)).filter(({ outcome }) => outcome === 'failed').length,
      ).toBeGreaterThan(1),
    );
    await eventually(() => expect(job.reported()).toHaveLength(1));
    await pause(job);
    const first = (await executionsOf(job.jobId)).find(({ outcome }) => outcome === 'failed');
    expect(job.reported()).toMatchObject([
      { type: 'job.failed', data: { execution: { id: Number(first?.id), outcome: 'failed' } } },
    ]);
    const failures = (await notificationsOf(job.jobId)).filter(({ rule }) => rule !== 'missed');
    expect(failures).toMatchObject([{ rule: 'failure', state: 'sent', attempts: 1 }]);
  });

  test("a failing job notifies Slack in Slack's format", async () => {
    const job = await aNotifyingLiveJob({ calls: '500', notificationType: 'slack', name: 'Billing & <co>' });
    const failure = () => inbox.at(job.path).find(({ body }) => body.includes(' failed'));
    await eventually(() => expect(failure()).toBeDefined());
    await pause(job);
    expect(JSON.parse(failure()?.body ?? '')).toMatchObject({
      text: expect.stringContaining('Billing &amp; &lt;co&gt; failed') as string,
      blocks: expect.any(Array) as unknown[],
    });
  });

  test('a recovered job notifies once', async () => {
    const job = await aNotifyingLiveJob({ calls: 'once/503' });
    await eventually(() => expect(job.reported()).toHaveLength(2));
    await pause(job);
    expect(job.reported().map(({ type }) => type)).toEqual(['job.failed', 'job.recovered']);
  });

  test('a job that its target no longer wants is paused and its owner notified', async () => {
    const job = await aNotifyingLiveJob({ calls: '410' });
    await eventually(() => expect(job.reported().map(({ type }) => type)).toContain('job.paused'), 40_000);
    const { status } = await db().job.findUniqueOrThrow({ where: { id: job.jobId } });
    expect(status).toBe('paused');
  });

  test('an undelivered notification arrives by a later attempt, a refused one fails', async () => {
    const later = await aNotifyingLiveJob({ calls: '500', notifiedUser: 'once/503' });
    const refused = await aNotifyingLiveJob({ calls: '500', notifiedUser: '404' });
    const failureOf = async (jobId: number) =>
      (await notificationsOf(jobId)).find(({ rule }) => rule === 'failure');
    await eventually(async () =>
      expect(await failureOf(refused.jobId)).toMatchObject({
        state: 'failed',
        attempts: 1,
        statusCode: 404,
      }),
    );
    await eventually(async () =>
      expect(await notificationsOf(later.jobId)).toContainEqual(
        expect.objectContaining({ state: 'sent', attempts: 2, statusCode: 200 }),
      ),
    );
    await Promise.all([pause(later), pause(refused)]);
    const failed = { code: 'notification_failed', subjectId: refused.jobId };
    expect(await db().securityEvent.count({ where: failed })).toBeGreaterThanOrEqual(1);
  });

  test('without a channel the first failure reaches the owner by email', async () => {
    const job = await aLiveJob({ path: '/fail', retryCount: 0 });
    await eventually(() => expect(mailServer.of(job.owner.email)).toHaveLength(1));
    await pause(job);
    expect(mailServer.of(job.owner.email)[0]?.headers.get('subject')).toMatch(
      /^Ping the shop (failed|missed)/,
    );
  });

  test('an email job fires, and its message arrives with its variables rendered', async () => {
    const owner = await aUser();
    const job = await aLiveJob({
      ownedBy: owner,
      type: 'email',
      webhookUrl: `mailto:${owner.email}?subject=Run%20{{attempt}}`,
      payload: 'Due at {{scheduled_for}}.',
    });
    await eventually(() => expect(mailServer.of(owner.email).length).toBeGreaterThan(0));
    await pause(job);
    const [mail] = mailServer.of(owner.email);
    if (!mail) throw new Error('Nothing came.');
    expect(mail.headers.get('subject')).toBe('Run 1');
    const [execution] = await executionsOf(job.jobId);
    expect(textOf(mail)).toContain(`Due at ${execution?.dueAt.toISOString() ?? ''}.`);
    await eventually(async () => {
      const [ended] = await executionsOf(job.jobId);
      expect(ended).toMatchObject({ outcome: 'success', statusCode: 250 });
    });
  });

  test('A8: every enqueued notification is sent or has failed', async () => {
    const jobs = [
      await aNotifyingLiveJob({ calls: '500' }),
      await aNotifyingLiveJob({ calls: '500', notifiedUser: '403' }),
    ];
    for (const { jobId } of jobs)
      await eventually(async () => expect((await notificationsOf(jobId)).length).toBeGreaterThanOrEqual(1));
    await Promise.all(jobs.map(pause));
    await eventually(async () =>
      expect(await db().notification.count({ where: { state: 'pending' } })).toBe(0),
    );
  });
});
