import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeLink } from '#server/account-mail/unsubscribe-token.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { aSavedJob } from '#tests/integration/makers.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

/** Sends a form with exactly these headers: fetch would add its own Sec-Fetch ones. */
function post({
  path,
  headers,
  fields,
}: {
  path: string;
  headers: Record<string, string>;
  fields: Record<string, string> | URLSearchParams;
}): Promise<{ status: number; headers: Headers; text: string }> {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const asked = httpRequest(web.address + path, { method: 'POST', headers: { ...type, ...headers } });
    asked.once('error', reject);
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.once('end', () => {
        const reported = new Headers();
        for (const [name, value] of Object.entries(response.headersDistinct))
          for (const one of value ?? []) reported.append(name, one);
        resolve({ status: response.statusCode ?? 0, headers: reported, text });
      });
    });
    asked.end(body);
  });
}

/** A signed-in account that sends forms as a page without JavaScript does, or requests as JavaScript does. */
async function aPerson() {
  const { cookie, userId } = await aVisitor();
  const send = (path: string, fields: Record<string, string> | URLSearchParams, accept = 'text/html') => {
    const page = accept === 'text/html' ? { 'sec-fetch-mode': 'navigate' } : {};
    return post({ path, headers: { cookie, origin, accept, ...page }, fields });
  };
  const loadPage = async (path = '/dashboard/settings') => {
    const response = await web.ask(path, { headers: { cookie } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { userId, cookie, send, loadPage };
}

const toastOf = (headers: Headers) => {
  const sealed = /(?:^|, )toast-[\da-f]{8}=([^;.]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
  return Buffer.from(decodeURIComponent(sealed), 'base64').toString();
};
const userOf = (id: number) => db().user.findUniqueOrThrow({ where: { id } });

test('neither the page nor its data contains a key or a secret', async () => {
  const { userId, loadPage } = await aPerson();
  const owner = { id: userId, tier: 'free' } as const;
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  const further = await createApiKey({ tx: db(), userId, name: 'Deployments', scope: 'read' });
  await setSecret({ owner, name: 'BILLING', value: 'canary-of-a-secret' });
  const signing = await makeSigningSecret({ owner });
  for (const path of ['/dashboard/settings', '/dashboard/settings.data']) {
    const { status, headers, text } = await loadPage(path);
    expect([status, headers.get('cache-control')], path).toEqual([200, 'no-store']);
    for (const shown of [`…${plain.slice(-4)}`, 'Deployments', 'BILLING']) expect(text).toContain(shown);
    for (const secret of [plain, further.plain, 'canary', signing.slice(6)])
      expect(text, path).not.toContain(secret);
  }
});

test('a profile is saved by a plain form, which cannot change the address', async () => {
  const { userId, send } = await aPerson();
  const { email } = await userOf(userId);
  const names = { firstName: ' Ada ', lastName: 'Lovelace' };
  const withAddress = await send('/dashboard/settings?form=profile', {
    ...names,
    email: 'other@example.com',
  });
  expect(withAddress.status).toBe(400);
  expect(await userOf(userId)).toMatchObject({ email });
  const saved = await send('/dashboard/settings?form=profile', names);
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/dashboard/settings#profile']);
  expect(toastOf(saved.headers)).toContain('Profile Updated');
  expect(await userOf(userId)).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', email });

  const refused = await send('/dashboard/settings?form=profile', {
    firstName: 'x'.repeat(101),
    lastName: 'Kept',
  });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('A name can have 100 characters.');
  expect(refused.text).toContain('value="Kept"');
  expect((await userOf(userId)).lastName).toBe('Lovelace');
  const emptied = await send('/dashboard/settings?form=profile', { firstName: '', lastName: '' });
  expect(emptied.status).toBe(303);
  expect(await userOf(userId)).toMatchObject({ firstName: null, lastName: null });
});

test('a server failure shows the message of the screen', async () => {
  const { send } = await aPerson();
  await db().$executeRawUnsafe('alter table "SecurityEvent" rename to "SecurityEventGone"');
  try {
    const { text, status } = await send('/dashboard/settings?form=profile', { firstName: 'Ada' });
    expect(status).toBe(500);
    expect(text).toContain('Failed to update profile. Please try again.');
    const key = await send('/dashboard/settings/regenerate-key', { confirm: 'yes' });
    expect(toastOf(key.headers)).toContain('Failed to regenerate API key. Please try again.');
  } finally {
    await db().$executeRawUnsafe('alter table "SecurityEventGone" rename to "SecurityEvent"');
  }
});

test('mails are chosen by a plain form, and a switch that is not sent is off', async () => {
  const { userId, send, loadPage } = await aPerson();
  const path = '/dashboard/settings?form=mail';
  const saved = await send(path, { weekly_summary: 'on' });
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/dashboard/settings#mail']);
  expect(toastOf(saved.headers)).toContain('Mail Choices Saved');
  expect(await userOf(userId)).toMatchObject({ hasWeeklySummary: true, hasPauseMails: false });
  expect((await loadPage()).text).toContain('Weekly Summary');
});

test('one click in a mail program stops a kind of mail; opening the link changes nothing', async () => {
  const { userId, loadPage } = await aPerson();
  const { pathname } = new URL(unsubscribeLink({ userId, kind: 'jobs_paused' }));
  const page = await loadPage(pathname);
  expect([page.status, page.text.includes('Stop These Mails?')]).toEqual([200, true]);
  expect((await userOf(userId)).hasPauseMails).toBe(true);
  const fields = { 'List-Unsubscribe': 'One-Click' };
  expect((await post({ path: pathname, headers: {}, fields })).status).toBe(200);
  expect((await userOf(userId)).hasPauseMails).toBe(false);
  expect((await post({ path: `${pathname}x`, headers: {}, fields })).status).toBe(404);
  await post({ path: pathname, headers: {}, fields: { again: 'yes' } });
  expect((await userOf(userId)).hasPauseMails).toBe(true);
});

test.each([
  ['checkout', { tier: 'ultimate' }, 'Failed to start checkout process'],
  ['billing', {}, 'Failed to open the billing page. Please try again.'],
  ['cancel-subscription', { confirm: 'yes' }, 'Failed to cancel subscription'],
  ['resume-subscription', { confirm: 'yes' }, 'Failed to resume subscription'],
  ['refund', { confirm: 'yes' }, 'Failed to cancel subscription'],
])('without a payment provider %s says that it failed', async (act, fields, words) => {
  const { userId, send, loadPage } = await aPerson();
  const paid = {
    stripeCustomerId: `cus_${userId}`,
    stripeSubscriptionId: `sub_${userId}`,
    firstPaidAt: new Date(),
  };
  await db().subscription.create({ data: { userId, status: 'active', ...paid } });
  const { headers, status } = await send(`/dashboard/settings/${act}`, fields);
  expect([status, headers.get('location')]).toEqual([303, '/dashboard/settings#subscription']);
  expect(toastOf(headers)).toContain(words);
  expect((await loadPage()).text).toContain('Payments are not configured on this installation.');
});

test('an invalid plan, and a change to the current one, lead back to the page', async () => {
  const { send, loadPage } = await aPerson();
  for (const tier of ['free', 'constructor']) {
    const { headers } = await send('/dashboard/settings/checkout', { tier });
    expect(toastOf(headers)).toContain('Choose Premium or Ultimate.');
    const page = await loadPage(`/dashboard/settings/change-plan?tier=${tier}`);
    expect([page.status, page.headers.get('location')]).toEqual([302, '/dashboard/settings#subscription']);
  }
  const none = await loadPage('/dashboard/settings/change-plan?tier=ultimate');
  expect(toastOf(none.headers)).toContain('There is no subscription. Choose a plan first.');
});

test('statistics that cannot be loaded leave the rest of the page as it is', async () => {
  const { loadPage } = await aPerson();
  await db().$executeRawUnsafe('alter table "DailyStat" rename to "DailyStatGone"');
  try {
    const { status, text } = await loadPage();
    expect(status).toBe(200);
    expect(text).toContain('Failed to load user stats');
    expect(text).toContain('Profile Information');
  } finally {
    await db().$executeRawUnsafe('alter table "DailyStatGone" rename to "DailyStat"');
  }
});

test('a subscription that cannot be loaded leaves plan and page as they are', async () => {
  const { loadPage } = await aPerson();
  await db().$executeRawUnsafe('alter table "Subscription" rename to "SubscriptionGone"');
  try {
    const { status, text } = await loadPage();
    expect(status).toBe(200);
    expect(text).toContain('Failed to load subscription information');
    for (const part of ['Features of Free', '0 of 10 jobs', 'Account Age']) expect(text).toContain(part);
    expect(text).not.toContain('Upgrade to Premium');
  } finally {
    await db().$executeRawUnsafe('alter table "SubscriptionGone" rename to "Subscription"');
  }
});

test('the value of a secret is in no response, and is stored with the typed line breaks', async () => {
  const { userId, send } = await aPerson();
  const refused = await send('/dashboard/settings?form=secret', { name: '1BAD', value: 'canary-value' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('A name has 1 to 64 letters');
  expect(refused.text).toContain('value="1BAD"');
  expect(refused.text).not.toContain('canary');
  const saved = await send('/dashboard/settings?form=secret', { name: 'PEM', value: 'one\r\ntwo' });
  expect(toastOf(saved.headers)).toContain('Secret Saved');
  const { decryptSecrets } = await import('#server/secrets/decrypt-secrets.server.ts');
  expect(await decryptSecrets({ ownerId: userId, names: ['PEM'] })).toEqual({ PEM: 'one\ntwo' });
});

test('ending a plan leads to a page that names the jobs to be paused, keeps a refused choice, and saves the next', async () => {
  const { userId, send, loadPage } = await aPerson();
  const owner = await userOf(userId);
  const ids: number[] = [];
  for (let made = 1; made <= 11; made += 1) ids.push((await aSavedJob({ owner, name: `Job ${made}` })).id);
  await db().subscription.create({ data: { userId, status: 'active', cancelAtPeriodEnd: true } });
  await db().user.update({ where: { id: userId }, data: { tier: 'premium' } });

  const asked = await send('/dashboard/settings/cancel-subscription', {});
  const page = '/dashboard/settings/kept-jobs';
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${page}?act=cancel-subscription`]);
  // It is canceled already.
  expect((await loadPage(`${page}?act=cancel-subscription`)).headers.get('location')).toBe(
    '/dashboard/settings#subscription',
  );
  expect((await loadPage()).text).toContain('Choose Jobs to Keep Active');
  const choice = await loadPage(page);
  expect(choice.text.match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(10);

  const body = (chosen: number[]) => new URLSearchParams(chosen.map((id) => ['keep', String(id)]));
  const tooMany = await send(page, body(ids));
  expect(tooMany.status).toBe(400);
  expect(tooMany.text).toContain('Free allows 10 active jobs, but you chose 11. Deselect 1.');
  expect(tooMany.text.match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(11);
  const saved = await send(page, body(ids.slice(1)));
  expect([saved.status, toastOf(saved.headers)]).toEqual([303, expect.stringContaining('Choice Saved')]);
  expect((await loadPage()).text).toContain('>Job 1</a>');
});

test('an action that cannot be undone asks on a page first, and does nothing until it is confirmed', async () => {
  const { userId, send } = await aPerson();
  await setSecret({ owner: { id: userId, tier: 'free' }, name: 'TOKEN', value: 'x' });
  const fields = { name: 'TOKEN', label: 'TOKEN' };
  const asked = await send('/dashboard/settings/delete-secret', fields);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('Delete TOKEN?');
  expect(asked.text).toContain('name="confirm" value="yes"');
  expect(await db().secret.count({ where: { userId } })).toBe(1);
  const done = await send('/dashboard/settings/delete-secret', { ...fields, confirm: 'yes' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard/settings#secrets']);
  expect(toastOf(done.headers)).toContain('Secret Deleted');
  expect(await db().secret.count({ where: { userId } })).toBe(0);
});

test('regenerating replaces the key at once and returns none; the sixth of an hour is refused', async () => {
  const { userId, send } = await aPerson();
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  for (let time = 0; time < 5; time += 1) {
    const done = await send('/dashboard/settings/regenerate-key', { confirm: 'yes' });
    expect(toastOf(done.headers)).toContain('API Key Regenerated');
    expect(done.text).not.toContain('pnc_live_');
  }
  const { findApiKey } = await import('#server/api-keys/use-api-key.server.ts');
  expect(await findApiKey(plain)).toBeNull();
  expect(await db().apiKey.count({ where: { userId, revokedAt: null } })).toBe(1);
  const refused = await send('/dashboard/settings/regenerate-key', { confirm: 'yes' });
  expect(toastOf(refused.headers)).toContain('Too many requests');
});

test('a new key is returned once: as JSON to JavaScript, as text to a form; a taken name is refused', async () => {
  const { userId, send } = await aPerson();
  const path = '/dashboard/settings/keys';
  const made = await send(path, { name: 'Deployments', scope: 'write' }, 'application/json');
  expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect((JSON.parse(made.text) as { apiKey: string }).apiKey).toMatch(/^pnc_live_\w{36}$/);
  const plain = await send(path, { name: 'Reports' });
  expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(plain.text).toMatch(/^pnc_live_\w{36}\n$/);
  const keys = await db().apiKey.findMany({ where: { userId }, orderBy: { id: 'asc' } });
  expect(keys.map(({ name, scope }) => [name, scope])).toEqual([
    ['Deployments', 'write'],
    ['Reports', 'read'],
  ]);
  const taken = await send(path, { name: 'Reports' }, 'application/json');
  expect(taken.status).toBe(400);
  expect(JSON.parse(taken.text)).toEqual({ nameError: expect.stringContaining('Reports') as string });
  const unnamed = await send(path, { name: '  ' });
  expect(unnamed.headers.get('location')).toBe('/dashboard/settings#api-keys');
  expect(toastOf(unnamed.headers)).toContain('Give the key a name');
});

test('the signing secret is shown within 30 minutes of a sign-in, otherwise that is confirmed first', async () => {
  const { userId, send } = await aPerson();
  const none = await send('/dashboard/signing-secret', {}, 'application/json');
  expect(none.status).toBe(404);
  const secret = await makeSigningSecret({ owner: { id: userId, tier: 'free' } });
  const shown = await send('/dashboard/signing-secret', {}, 'application/json');
  expect([shown.headers.get('cache-control'), JSON.parse(shown.text)]).toEqual(['no-store', { secret }]);
  expect((await send('/dashboard/signing-secret', {})).text).toBe(`${secret}\n`);
  const authenticatedAt = new Date(Date.now() - 31 * 60_000);
  await db().session.updateMany({ where: { userId }, data: { authenticatedAt } });
  const old = await send('/dashboard/signing-secret', {}, 'application/json');
  const leadTo = new URLSearchParams({
    redirectTo: '/dashboard/settings?reveal=signing-secret#signing',
  }).toString();
  expect(old.status).toBe(403);
  expect(JSON.parse(old.text)).toMatchObject({ leadTo: `/auth/confirm?${leadTo}` });
  const plain = await send('/dashboard/signing-secret', {});
  expect(plain.text).toContain('Sign in again to see the signing secret');
  for (const { text } of [old, plain]) expect(text).not.toContain('whsec');
});

test('signing out everywhere ends this session too and leads to the sign-in page', async () => {
  const { userId, send, loadPage } = await aPerson();
  const done = await send('/dashboard/settings/sign-out-everywhere', { confirm: 'yes' });
  expect(done.headers.get('location')).toBe('/login?reason=signed_out_everywhere');
  expect(done.headers.get('set-cookie')).toContain('session=; Path=/; Max-Age=0');
  expect(await db().session.count({ where: { userId } })).toBe(0);
  expect((await loadPage()).headers.get('location')).toContain('/login');
});

test('an account is deleted once its address is typed, and not before', async () => {
  const { userId, send } = await aPerson();
  const { email } = await userOf(userId);
  const wrong = await send('/dashboard/settings/delete', { typed: 'somebody@example.com' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(`Type ${email} to confirm.`);
  const done = await send('/dashboard/settings/delete', { typed: email.toUpperCase() });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/login?reason=deleted']);
  expect((await userOf(userId)).deletedAt).not.toBeNull();
});

test('a deletion with an old sign-in is confirmed first', async () => {
  const { userId, send, loadPage } = await aPerson();
  const authenticatedAt = new Date(Date.now() - 31 * 60_000);
  await db().session.updateMany({ where: { userId }, data: { authenticatedAt } });
  const page = await loadPage('/dashboard/settings/delete');
  expect(page.text).toContain('Sign In Again');
  const { email } = await userOf(userId);
  const sent = await send('/dashboard/settings/delete', { typed: email });
  expect(sent.headers.get('location')).toBe('/dashboard/settings/delete');
  expect((await userOf(userId)).deletedAt).toBeNull();
});

test.each([
  ['success', 'Subscription Updated'],
  ['canceled', 'Checkout Canceled'],
])(
  'after a checkout that ends with %s a toast says so, the address is clean, and nothing is granted',
  async (name, words) => {
    const { userId, loadPage } = await aPerson();
    const { status, headers } = await loadPage(`/dashboard/settings?${name}=true`);
    expect([status, headers.get('location')]).toEqual([303, '/dashboard/settings']);
    expect(toastOf(headers)).toContain(words);
    expect((await userOf(userId)).tier).toBe('free');
  },
);

test('an unknown action is a 404, and an unknown form too', async () => {
  const { loadPage, send } = await aPerson();
  expect((await loadPage('/dashboard/settings/no-such-act')).status).toBe(404);
  expect((await send('/dashboard/settings/no-such-act', {})).status).toBe(404);
  expect((await send('/dashboard/settings?form=constructor', {})).status).toBe(404);
});

test('everything is downloaded as one JSON file', async () => {
  const { loadPage } = await aPerson();
  const { headers, text } = await loadPage('/dashboard/settings/export.json');
  expect(headers.get('content-disposition')).toMatch(
    /attachment; filename="punctual-account-[\d-]{10}\.json"/,
  );
  expect(headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(text)).toMatchObject({ account: { subscription_tier: 'free' }, jobs: [] });
});

test('another site can neither sign anybody out nor delete an account', async () => {
  const { userId, cookie } = await aPerson();
  for (const path of ['/dashboard/settings/sign-out-everywhere', '/dashboard/settings/delete']) {
    const response = await web.ask(path, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example' },
      body: new URLSearchParams({ confirm: 'yes' }),
    });
    expect(response.status, path).toBe(403);
  }
  expect(await db().session.count({ where: { userId } })).toBe(1);
});
