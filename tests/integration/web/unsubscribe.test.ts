import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeLink } from '#server/account-mail/unsubscribe-token.server.ts';
import { db } from '#server/database/db.server.ts';
import { stopLink } from '#server/mail/stop-token.server.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { aUser } from '../makers.ts';

// RFC 8058: a mail program sends neither cookies nor an Origin, and follows no redirect.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
const click = (token: string) =>
  web.ask(`/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    body: 'List-Unsubscribe=One-Click',
  });

test('one click at /unsubscribe stops the mails of its token, from any program, and opening the link changes nothing', async () => {
  const { id: userId } = await aUser();
  const kindOf = async () => (await db().user.findUniqueOrThrow({ where: { id: userId } })).hasPauseMails;
  const token = tokenOf(unsubscribeLink({ userId, kind: 'jobs_paused' }));
  const followed = await web.ask(`/unsubscribe/${token}`);
  expect([followed.status, followed.headers.get('location')]).toEqual([302, `/mail/unsubscribe/${token}`]);
  expect(await kindOf()).toBe(true);
  const response = await click(token);
  expect([response.status, await response.text()]).toEqual([200, "You won't get these emails any more.\n"]);
  expect(await kindOf()).toBe(false);
});

test("the token in a job's mail stops that sender", async () => {
  const { id: userId } = await aUser();
  const recipient = await db().mailRecipient.create({
    data: { userId, addressHash: crypto.randomUUID(), address: 'sealed', confirmedAt: new Date() },
  });
  const token = tokenOf(stopLink(recipient.id));
  expect((await web.ask(`/unsubscribe/${token}`)).headers.get('location')).toBe(`/mail/stop/${token}`);
  expect((await click(token)).status).toBe(200);
  const { stoppedAt } = await db().mailRecipient.findUniqueOrThrow({ where: { id: recipient.id } });
  expect(stoppedAt).not.toBeNull();
});

test('a token that we did not sign stops nothing', async () => {
  const { id: userId } = await aUser();
  const token = tokenOf(unsubscribeLink({ userId, kind: 'weekly_summary' }));
  for (const forged of [`${token}x`, `${userId + 1}${token.slice(String(userId).length)}`, 'x', '1.x'])
    expect((await click(forged)).status, forged).toBe(404);
});

test('a webmail site can unsubscribe as well, at either address', async () => {
  const { id: userId } = await aUser();
  const token = tokenOf(unsubscribeLink({ userId, kind: 'jobs_paused' }));
  const isOn = async () => (await db().user.findUniqueOrThrow({ where: { id: userId } })).hasPauseMails;
  for (const address of ['/unsubscribe', '/mail/unsubscribe']) {
    await db().user.update({ where: { id: userId }, data: { hasPauseMails: true } });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const response = await web.ask(`${address}/${token}`, { method: 'POST', headers, body });
    expect([response.status, await isOn()], address).toEqual([200, false]);
  }
});

test('a form from another site without a token is refused', async () => {
  const init = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await web.ask('/unsubscribe', init)).status).toBe(403);
  expect((await web.ask('/unsubscribe')).status).toBe(200);
});
