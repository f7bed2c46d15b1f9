import { expect, test } from 'vitest';
import { dayMs } from '#domain/time/units.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { messageOf } from '#server/notifications/message.server.ts';
import { readNotifications } from '#server/notifications/notification-rows.server.ts';
import { createCertificateLog, writeCertificates } from '#server/watches/certificate-log.server.ts';
import { jobCertificate } from '#server/watches/job-certificate.server.ts';
import { notifyCertificates } from '#server/watches/notify-certificates.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { aChannel, aNotifyingJob, aRule, notificationsOf } from '#tests/integration/notifications/kit.ts';
import { aCertificate } from '#tests/integration/outbound/certificate.ts';
import { aClient, httpServer, tlsServer } from '#tests/integration/outbound/network.ts';

const host = 'secure.example';
const isStopping = () => false;

/** Runs the task as two workers at once. */
const runTask = (now: number) =>
  Promise.all([notifyCertificates({ isStopping, now }), notifyCertificates({ isStopping, now })]);

const stepsOf = async (jobId: number) =>
  (await notificationsOf(jobId)).map(
    ({ rule, occurrence }) => `${rule}: ${occurrence?.split(' ').slice(2).join(' ')}`,
  );

/** A target whose certificate ends after these days, called once. */
async function aCalledTarget({ days }: { days: number }) {
  const validUntil = Date.now() + days * dayMs;
  const { cert, key } = aCertificate({ host, validUntil });
  const port = await tlsServer({ cert, key });
  const certificates = createCertificateLog();
  const call = aClient({ ca: cert, onSecured: certificates.seen });
  const url = `https://${host}:${port}/run`;
  expect(await call({ url })).toMatchObject({ error: null });
  await certificates.flush();
  return { url, target: `${host}:${port}`, endsAt: Math.floor(validUntil / 1_000) * 1_000 };
}

async function aWatchedCertificate({
  url = 'https://api.example.com/',
  endsAt,
  fingerprint = 'aa',
}: {
  url?: string;
  endsAt: number;
  fingerprint?: string;
}) {
  const target = new URL(url).host;
  await writeCertificates([
    { target, fingerprint, subject: target, issuer: 'A Test Authority', endsAt: new Date(endsAt) },
  ]);
}

test('a certificate that expires in 5 days is read at the handshake and notified once, then at 3 days and at 1 day', async () => {
  const { url, target, endsAt } = await aCalledTarget({ days: 5 });
  expect(await jobCertificate({ url })).toEqual({ host: target, subject: host, issuer: host, endsAt });
  const job = await aNotifyingJob({ webhookUrl: url });
  await runTask(Date.now());
  await runTask(Date.now() + 3_600_000);
  expect(await stepsOf(job.id)).toEqual(['certificate: first']);
  await runTask(endsAt - 3 * dayMs);
  await runTask(endsAt - 2 * dayMs);
  expect(await stepsOf(job.id)).toEqual(['certificate: first', 'certificate: 3 days']);
  await runTask(endsAt - dayMs);
  await runTask(endsAt - 1);
  await runTask(endsAt + dayMs);
  expect(await stepsOf(job.id)).toEqual(['certificate: first', 'certificate: 3 days', 'certificate: 1 days']);

  const [first] = await readNotifications((await notificationsOf(job.id)).map(({ id }) => Number(id)));
  if (!first) throw new Error('Nothing was enqueued.');
  const message = messageOf(first);
  expect(message).toMatchObject({
    type: 'job.certificate',
    title: `Ping the shop: the certificate of ${target} expires in 5 days`,
    link: {
      label: 'See the job',
      url: expect.stringMatching(new RegExp(`/dashboard/jobs/${job.id}$`)) as string,
    },
    data: { execution: null, event: { host: target, issuer: host, ends_at: new Date(endsAt).toISOString() } },
  });
  expect(first.details).not.toContain(host);
});

test('a new certificate is notified again', async () => {
  const endsAt = Date.now() + 2 * dayMs;
  const job = await aNotifyingJob({ webhookUrl: 'https://renewed.example/' });
  await aWatchedCertificate({ url: 'https://renewed.example/', endsAt });
  await runTask(Date.now());
  await aWatchedCertificate({
    url: 'https://renewed.example/',
    endsAt: endsAt + 60 * dayMs,
    fingerprint: 'bb',
  });
  await runTask(Date.now());
  expect(await stepsOf(job.id)).toEqual(['certificate: 3 days']);
  await runTask(endsAt + 55 * dayMs);
  expect(await stepsOf(job.id)).toEqual(['certificate: 3 days', 'certificate: first']);
});

test('the days of the job decide, each channel is notified, and plain calls, pauses and never have no notification', async () => {
  const url = 'https://many.example/';
  await aWatchedCertificate({ url, endsAt: Date.now() + 10 * dayMs });
  const owner: User = await aUser();
  const given = { owner, webhookUrl: url };
  const soon = await aNotifyingJob({ ...given, certificateDays: 7 });
  const off = await aNotifyingJob({ ...given, certificateDays: 0 });
  const paused = await aNotifyingJob({ ...given, status: 'paused' });
  const never = await aNotifyingJob({ ...given, notifyFrequency: 'never' });
  const plain = await aNotifyingJob({ owner, webhookUrl: 'http://many.example/' });
  const two = await aNotifyingJob(given);
  await aRule({
    channel: await aChannel({ owner, name: '#certificates' }),
    jobId: two.id,
    events: ['certificate'],
  });
  await runTask(Date.now());
  for (const { id } of [soon, off, paused, never, plain]) expect(await stepsOf(id)).toEqual([]);
  expect(await stepsOf(two.id)).toEqual(['certificate: first', 'certificate: first']);
  await runTask(Date.now() + 4 * dayMs);
  expect(await stepsOf(soon.id)).toEqual(['certificate: first']);
});

test('a target is read once a minute and written only if its certificate changed; a plain call reads none', async () => {
  const { cert, key } = aCertificate({ host });
  const port = await tlsServer({ cert, key });
  const writes: number[] = [];
  const certificates = createCertificateLog({
    write: (seen) => {
      writes.push(seen.length);
      return Promise.resolve();
    },
    readEveryMs: 0,
  });
  const url = `https://${host}:${port}/`;
  for (const headers of [{}, {}]) {
    await aClient({ ca: cert, onSecured: certificates.seen })({ url, headers });
    await certificates.flush();
  }
  const plainPort = await httpServer((_, response) => response.end('plain'));
  await aClient({ onSecured: certificates.seen })({ url: `http://${host}:${plainPort}/` });
  await certificates.flush();
  expect(writes).toEqual([1]);
});

test('a certificate that could not be written is written at the next handshake', async () => {
  const { cert, key } = aCertificate({ host });
  const port = await tlsServer({ cert, key });
  let isDown = true;
  const certificates = createCertificateLog({
    write: (seen) => (isDown ? Promise.reject(new Error('down')) : writeCertificates(seen)),
  });
  const url = `https://${host}:${port}/`;
  for (const down of [true, false]) {
    isDown = down;
    await aClient({ ca: cert, onSecured: certificates.seen })({ url });
    await certificates.flush();
  }
  expect(await jobCertificate({ url })).toMatchObject({ subject: host });
});

test('notifications of certificates and expired certificates are removed in time', async () => {
  const url = 'https://old.example/';
  const job = await aSavedJob({ webhookUrl: url });
  await aWatchedCertificate({ url, endsAt: Date.now() - 31 * dayMs });
  const past = (days: number) => new Date(Date.now() - days * dayMs);
  const data = { jobId: job.id, rule: 'certificate', channel: 'email', channelKey: 'k', config: '' };
  for (const days of [119, 121])
    await db().notification.create({
      data: { ...data, occurrence: String(days), state: 'sent', endedAt: past(days) },
    });
  await removeExpired({ isStopping });
  expect((await notificationsOf(job.id)).map(({ occurrence }) => occurrence)).toEqual(['119']);
  expect(await jobCertificate({ url })).toBeNull();
});
