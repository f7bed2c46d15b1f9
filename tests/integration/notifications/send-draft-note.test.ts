import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendDraftNote } from '#server/notifications/send-draft-note.server.ts';
import { mailServer } from '../mail/set-up.ts';
import { aUser } from '../makers.ts';
import { inbox } from './set-up.ts';

const draft = { name: 'Not saved', notificationType: 'webhook', notificationConfig: null };

test('a form that is not saved is tried out at its own channel', async () => {
  const owner = await aUser();
  const path = `/ok?${randomUUID()}`;
  const sent = await sendDraftNote({ owner, draft: { ...draft, notificationConfig: inbox.url(path) } });
  expect(sent).toEqual({ channel: 'webhook', errorCode: null, statusCode: 200 });
  expect(JSON.parse(inbox.at(path)[0]?.body ?? '')).toMatchObject({
    type: 'test',
    data: { job: { name: 'Not saved' }, title: 'Test note of Not saved' },
  });
});

test('without a channel it goes where such notes go: to the owner', async () => {
  const owner = await aUser();
  expect(await sendDraftNote({ owner, draft })).toMatchObject({ channel: 'email', errorCode: null });
  expect(mailServer.of(owner.email)[0]?.headers.get('subject')).toBe('Test note of Not saved');
});

test.each([
  ['no URL', { ...draft, notificationConfig: 'acme' }],
  ['a URL without a type', { ...draft, notificationType: null, notificationConfig: 'https://example.com/n' }],
  ['an address on our side', { ...draft, notificationConfig: 'http://169.254.169.254/latest' }],
])('%s is refused', async (_, refused) => {
  const owner = await aUser();
  await expect(sendDraftNote({ owner, draft: refused })).rejects.toMatchObject({ type: 'validation_error' });
});
