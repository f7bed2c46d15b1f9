import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { getChannel } from '#server/channels/list-channels.server.ts';
import { previewTemplate } from '#server/channels/preview-template.server.ts';
import { testChannel } from '#server/channels/test-channel.server.ts';
import { updateChannel } from '#server/channels/update-channel.server.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { deliverNotification } from '#server/notifications/deliver-notification.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { aSavedJob, aUser } from '../makers.ts';
import { anEnd, hourMs, noon } from '../notifications/kit.ts';
import { inbox } from '../notifications/set-up.ts';
import { aChannel, aNotificationTo, deliverTo } from './kit.ts';

const template: BodyTemplate = {
  format: 'json',
  body: '{"job": {{job.name}}, "at": "{{run.scheduled_for | time: "Europe/Paris", "d MMM yyyy HH:mm"}}", "status": {{run.status_code}}, "type": "{{event.type}}", "count": {{event.count}}, "reason": "{{run.reason | default: "none"}}"}',
};
const aPath = () => `/ok?${randomUUID()}`;
const lastAt = (path: string) => inbox.at(path).at(-1);
const standard = { type: 'job.failed', data: { rule: 'failure' } };

test('a notification has the body of the template, signed as the standard one', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const secret = await makeSigningSecret({ owner });
  const path = aPath();
  const channel = await aChannel({ owner, path, template });
  const job = await aSavedJob({ owner, name: 'Nightly "bills"' });
  await deliverTo({ channel, owner, job, at: Date.now() });
  const [letter] = inbox.at(path);
  expect(JSON.parse(letter?.body ?? '')).toMatchObject({
    ...{ job: 'Nightly "bills"', status: 503, type: 'job.failed', count: 1, reason: 'none' },
    at: expect.stringMatching(/^\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d$/) as string,
  });
  expect(letter?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(() =>
    new Webhook(secret).verify(letter?.body ?? '', letter?.headers as Record<string, string>),
  ).not.toThrow();
  const { lastDelivery } = await getChannel({ owner, channelId: channel.id });
  expect(lastDelivery).toMatchObject({ errorCode: null, body: letter?.body });
});

test('a text is sent as text/plain, with the incident of the notification', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const path = aPath();
  const text: BodyTemplate = {
    format: 'text',
    body: '{{event.title}}: {{incident.failures}}, {{incident.url | default: "no incident"}}',
  };
  const channel = await aChannel({ owner, path, template: text });
  const job = await aSavedJob({ owner, name: 'Übersicht' });
  const notificationId = await aNotificationTo({ channel, owner, job });
  const { id } = await db().incident.create({
    data: {
      ...{ jobId: job.id, ownerId: owner.id, executionId: BigInt(notificationId), failures: 1 },
      ...{ openedAt: new Date(noon), startedAt: new Date(noon) },
    },
  });
  await db().notification.update({ where: { id: notificationId }, data: { incidentId: id } });
  await deliverNotification({ notificationId, now: () => noon + 1_000 });
  expect(lastAt(path)).toMatchObject({
    body: `Übersicht failed: 1, ${env().APP_ORIGIN}/dashboard/incidents/${id}`,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
});

test('notifications that wait for the same destination are one digest in the template', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const path = aPath();
  const channel = await aChannel({ owner, path, template });
  const job = await aSavedJob({ owner });
  const ids: number[] = [];
  for (let one = 0; one < 12; one += 1)
    ids.push(await aNotificationTo({ channel, owner, job, at: noon + one * 60_000 }));
  for (const notificationId of ids) await deliverNotification({ notificationId, now: () => noon + hourMs });
  await deliverNotification({ notificationId: ids[10] ?? 0, now: () => noon + hourMs + 120_000 });
  expect(JSON.parse(lastAt(path)?.body ?? '')).toEqual({
    ...{ job: null, at: '', status: null, type: 'digest', count: 2, reason: 'none' },
  });
});

test('a test has the template, with the values of an example', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const path = aPath();
  const channel = await aChannel({ owner, path, template });
  const tested = await testChannel({ owner, channelId: channel.id });
  expect(tested).toMatchObject({ errorCode: null, body: lastAt(path)?.body });
  expect(JSON.parse(lastAt(path)?.body ?? '')).toMatchObject({ type: 'test', job: 'Nightly invoices' });
});

test('other plans have no template, and after a downgrade the standard body is sent', async () => {
  const denied = { type: 'authorization_error', details: { reason: 'tier' } };
  for (const tier of ['free', 'premium'] as const)
    await expect(aChannel({ owner: await aUser({ tier }), template })).rejects.toMatchObject({
      ...denied,
      message: expect.stringContaining('Ultimate') as string,
    });
  const owner = await aUser({ tier: 'ultimate' });
  const path = aPath();
  const channel = await aChannel({ owner, path, template });
  const { id: channelId } = channel;
  await db().user.update({ where: { id: owner.id }, data: { tier: 'premium' } });
  const smaller = { ...owner, tier: 'premium' as const };
  await deliverTo({ channel, owner });
  expect(JSON.parse(lastAt(path)?.body ?? '')).toMatchObject(standard);
  await testChannel({ owner: smaller, channelId });
  expect(JSON.parse(lastAt(path)?.body ?? '')).toMatchObject({ type: 'test', data: { rule: 'test' } });
  // What a client has read it may send back; another body it may not.
  const update = (given: BodyTemplate | null) =>
    updateChannel({ owner: smaller, channelId, draft: { settings: {}, template: given } });
  await update({ ...template });
  await expect(update({ ...template, body: '1' })).rejects.toMatchObject(denied);
  await expect(previewTemplate({ owner: smaller, template })).rejects.toMatchObject(denied);
  expect((await getChannel({ owner: smaller, channelId })).template).toEqual(template);

  await db().user.update({ where: { id: owner.id }, data: { tier: 'ultimate' } });
  await deliverTo({ channel, owner, at: noon + hourMs });
  expect(JSON.parse(lastAt(path)?.body ?? '')).toMatchObject({ type: 'job.failed', status: 503 });
  await db().user.update({ where: { id: owner.id }, data: { tier: 'premium' } });
  await update(null);
  expect((await getChannel({ owner: smaller, channelId })).template).toBeNull();
});

test('a template is sealed, stays when it is left out, and goes with the kind', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const { id: channelId } = await aChannel({ owner, template });
  const row = () => db().channel.findUniqueOrThrow({ where: { id: channelId } });
  expect((await row()).template).toMatch(/^v1\./);
  await updateChannel({ owner, channelId, draft: { name: '#other', settings: {} } });
  expect((await getChannel({ owner, channelId })).template).toEqual(template);
  const slack = { kind: 'slack' as const, settings: { url: 'https://hooks.slack.com/services/T0/B0/x' } };
  await expect(updateChannel({ owner, channelId, draft: { ...slack, template } })).rejects.toMatchObject({
    type: 'validation_error',
    details: { template: 'Only a webhook channel can have a custom body. Choose webhook as the kind.' },
  });
  await updateChannel({ owner, channelId, draft: slack });
  expect((await row()).template).toBeNull();
});

test('a preview has the last notification of the account, of any channel, and else an example', async () => {
  const owner = await aUser({ tier: 'ultimate' });
  const other = await aUser({ tier: 'ultimate' });
  const text: BodyTemplate = { format: 'text', body: '{{event.title}} ({{run.status_code}})' };
  const preview = () => previewTemplate({ owner, template: text });
  await deliverTo({ channel: await aChannel({ owner: other }), owner: other });
  expect(await preview()).toEqual({ body: 'Nightly invoices failed (503)', event: null });

  const channel = await aChannel({ owner });
  const first = await aSavedJob({ owner, name: 'First' });
  const second = await aSavedJob({ owner, name: 'Second' });
  await aNotificationTo({ channel, owner, job: first, at: noon + hourMs });
  const { id } = await anEnd({ jobId: second.id, statusCode: 404 });
  await aNotificationTo({ channel, owner, job: second, executionId: id, at: noon });
  expect(await preview()).toEqual({
    ...{ body: 'First failed (503)', event: { title: 'First failed', at: noon + hourMs } },
  });
  await db().job.update({ where: { id: first.id }, data: { deletedAt: new Date() } });
  expect(await preview()).toMatchObject({ body: 'Second failed (404)', event: { at: noon } });
});
