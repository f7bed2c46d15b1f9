import { expect, test } from 'vitest';
import { inMailSlot, mostAtOnce } from '#server/mail/mail-slot.server.ts';
import { sendTestNotification } from '#server/notifications/channels/send-test-notification.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { mailServer } from './set-up.ts';

test('a notification by email waits for a connection like any mail, and is sent once one is free', async () => {
  const owner = await aUser();
  const job = await aSavedJob({ owner });
  const gate = new EventTarget();
  const opened = new Promise((done) => gate.addEventListener('open', done, { once: true }));
  const others = Array.from({ length: mostAtOnce }, () => inMailSlot({ waitMs: 60_000, work: () => opened }));
  const sending = sendTestNotification({ owner, jobId: job.id });
  expect(await inMailSlot({ waitMs: 500, work: () => Promise.resolve('sent') })).toBeNull();
  expect(mailServer.of(owner.email)).toEqual([]);
  gate.dispatchEvent(new Event('open'));
  expect(await sending).toMatchObject({ channel: 'email', errorCode: null });
  expect(mailServer.of(owner.email)).toHaveLength(1);
  await Promise.all(others);
});
