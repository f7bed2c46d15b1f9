import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendDraftNotification } from '#server/notifications/channels/send-draft-notification.server.ts';
import { mailServer } from '#tests/integration/mail/set-up.ts';
import { aUser } from '#tests/integration/makers.ts';
import { inbox } from './set-up.ts';

const draft = { name: 'Not saved', notificationType: 'webhook', notificationConfig: null };

test("the test of an unsaved form goes to the form's channel", async () => {
  const owner = await aUser();
  const path = `/ok?${randomUUID()}`;
  const sent = await sendDraftNotification({
    owner,
    draft: { ...draft, notificationConfig: inbox.url(path) },
  });
  const body = inbox.at(path)[0]?.body;
  expect(sent).toEqual({ channel: 'webhook', errorCode: null, statusCode: 200, body });
  expect(JSON.parse(inbox.at(path)[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { job: { name: 'Not saved' }, title: 'Test notification for Not saved' },
  });
});

test('without a channel it goes to the owner, like real notifications', async () => {
  const owner = await aUser();
  const plain = { ...draft, notificationType: null };
  expect(await sendDraftNotification({ owner, draft: plain })).toMatchObject({
    ...{ channel: 'email', errorCode: null },
    body: expect.stringContaining('Subject: Test notification for Not saved') as string,
  });
  expect(mailServer.of(owner.email)[0]?.headers.get('subject')).toBe('Test notification for Not saved');
});

test.each([
  ['slack', 'Enter the Slack URL.'],
  ['webhook', 'Enter the webhook URL.'],
])('a test of %s without its URL is not sent, and says what is missing', async (notificationType, text) => {
  const owner = await aUser();
  await expect(sendDraftNotification({ owner, draft: { ...draft, notificationType } })).rejects.toMatchObject(
    {
      ...{ type: 'validation_error', details: { notificationConfig: text } },
    },
  );
  expect(mailServer.of(owner.email)).toEqual([]);
});

test('the displayed body hides the path of the channel', async () => {
  const owner = await aUser();
  const path = `/ok?${randomUUID()}`;
  const { body } = await sendDraftNotification({
    owner,
    draft: { ...draft, name: `Posts to ${path.slice(1)}`, notificationConfig: inbox.url(path) },
  });
  expect(inbox.at(path)[0]?.body).toContain(path.slice(1));
  expect(body).not.toContain(path.slice(4));
});

test.each([
  ['no URL', { ...draft, notificationConfig: 'acme' }],
  ['a URL without a type', { ...draft, notificationType: null, notificationConfig: 'https://example.com/n' }],
  ['an address inside our network', { ...draft, notificationConfig: 'http://169.254.169.254/latest' }],
])('%s is refused', async (_, refused) => {
  const owner = await aUser();
  await expect(sendDraftNotification({ owner, draft: refused })).rejects.toMatchObject({
    type: 'validation_error',
  });
});
