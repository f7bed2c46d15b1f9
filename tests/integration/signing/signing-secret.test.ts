import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { removeSigningSecret } from '#server/signing/remove-signing-secret.server.ts';
import { rotateSigningSecret } from '#server/signing/rotate-signing-secret.server.ts';
import { showSigningSecret } from '#server/signing/show-signing-secret.server.ts';
import { signMessage } from '#server/signing/sign-message.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';
import { aUser } from '../makers.ts';

const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

async function anOwner() {
  const { id, tier } = await aUser();
  return { id, tier };
}

test('a signing secret is created once, stored sealed, and shown again to its owner', async () => {
  const owner = await anOwner();
  const secret = await makeSigningSecret({ owner });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(makeSigningSecret({ owner })).rejects.toMatchObject({ type: 'conflict' });
  const { signingSecret } = await db().user.findUniqueOrThrow({ where: { id: owner.id } });
  expect(signingSecret).not.toContain(secret.slice(6, 20));
  expect(await showSigningSecret({ owner })).toEqual({ secret, previousUntil: null });
});

test('an account without a secret has none to show, rotate or remove', async () => {
  const owner = await anOwner();
  expect(await showSigningSecret({ owner })).toBeNull();
  expect(await signingSecretsOf({ ownerId: owner.id })).toEqual([]);
  await expect(rotateSigningSecret({ owner })).rejects.toMatchObject({ type: 'not_found' });
  await expect(removeSigningSecret({ owner })).rejects.toMatchObject({ type: 'not_found' });
});

test('after a rotation the previous secret signs for 24 hours more', async () => {
  const owner = await anOwner();
  const first = await makeSigningSecret({ owner });
  const now = new Date('2026-03-02T12:00:00Z');
  const second = await rotateSigningSecret({ owner, now });
  const signing = (hours: number) =>
    signingSecretsOf({ ownerId: owner.id, now: now.getTime() + hours * hourMs });
  expect(await signing(23.9)).toEqual([second, first]);
  expect(await signing(24)).toEqual([second]);
  expect(await showSigningSecret({ owner, now })).toEqual({
    secret: second,
    previousUntil: new Date('2026-03-03T12:00:00Z'),
  });
});

test('a second rotation ends the first secret at once', async () => {
  const owner = await anOwner();
  await makeSigningSecret({ owner });
  const second = await rotateSigningSecret({ owner });
  const third = await rotateSigningSecret({ owner });
  expect(await signingSecretsOf({ ownerId: owner.id })).toEqual([third, second]);
});

test('a removed secret no longer signs after 5 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const owner = await anOwner();
  const secret = await makeSigningSecret({ owner });
  expect(await signingSecretsOf({ ownerId: owner.id })).toEqual([secret]);
  await removeSigningSecret({ owner });
  vi.advanceTimersByTime(5_000);
  expect(await signingSecretsOf({ ownerId: owner.id })).toEqual([]);
});

test('showing or changing the secret is logged as a security event, without the secret', async () => {
  const owner = await anOwner();
  const secrets = [await makeSigningSecret({ owner }), await rotateSigningSecret({ owner })];
  await showSigningSecret({ owner });
  await removeSigningSecret({ owner });
  const events = await db().securityEvent.findMany({ where: { actorId: owner.id }, orderBy: { id: 'asc' } });
  expect(events.map(({ code }) => code)).toEqual(['key_changed', 'key_changed', 'key_viewed', 'key_changed']);
  for (const secret of secrets)
    expect(JSON.stringify(events.map((event) => event.message))).not.toContain(secret);
});

test('two concurrent rotations leave one previous secret', async () => {
  const owner = await anOwner();
  await makeSigningSecret({ owner });
  const made = await Promise.all([rotateSigningSecret({ owner }), rotateSigningSecret({ owner })]);
  expect((await signingSecretsOf({ ownerId: owner.id })).sort()).toEqual([...made].sort());
});

test('a message signed with two secrets is verified by either of them, and by no other', () => {
  const [first, second, other] = ['a', 'b', 'c'].map(
    (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
  ) as [string, string, string];
  const at = Date.now();
  const payload = '{"grüße": "💥"}';
  const headers = {
    'webhook-id': 'fire_1_2',
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': signMessage({ secrets: [first, second], webhookId: 'fire_1_2', at, payload }),
  };
  expect(new Webhook(first).verify(payload, headers)).toEqual(JSON.parse(payload));
  expect(new Webhook(second).verify(payload, headers)).toEqual(JSON.parse(payload));
  expect(() => new Webhook(other).verify(payload, headers)).toThrow('No matching signature');
  expect(() => new Webhook(first).verify(`${payload} `, headers)).toThrow('No matching signature');
});
