import { expect, test } from 'vitest';
import { enqueueWelcomeMail } from '#server/account-mail/enqueue-welcome-mail.server.ts';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { findApiKey } from '#server/api-keys/use-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { setSecret } from '#server/secrets/set-secret.server.ts';
import { makeSigningSecret } from '#server/signing/make-signing-secret.server.ts';
import { saveView } from '#server/views/save-view.server.ts';
import { aSavedJob } from '../makers.ts';
import { aSignedIn, open, request } from './account.ts';

const minuteMs = 60_000;
const runMaintenanceTask = () => removeExpired({ isStopping: () => false });

/** An account with everything an account can have. */
async function aFullAccount() {
  const signedIn = await aSignedIn({ firstName: 'Ada', profileImageUrl: 'https://pictures.example/ada' });
  const { user, userId } = signedIn;
  const owner = { id: userId, tier: user.tier };
  const row = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const jobs = [await aSavedJob({ owner: row }), await aSavedJob({ owner: row, status: 'paused' })];
  const { plain } = await createApiKey({ tx: db(), userId, name: 'Default', scope: 'write' });
  await setSecret({ owner, name: 'TOKEN', value: 'canary' });
  await makeSigningSecret({ owner });
  await saveView({ userId, name: 'Mine', query: 'filter=paused' });
  await enqueueWelcomeMail({ tx: db(), userId });
  return { ...signedIn, jobIds: jobs.map(({ id }) => id), plain };
}

const erase = ({ user, session }: Awaited<ReturnType<typeof aFullAccount>>) =>
  deleteAccount({ user, authenticatedAt: session.authenticatedAt, request });

test('a deleted account loses all access: its jobs stop, and its sessions, keys and secrets are gone', async () => {
  const account = await aFullAccount();
  const { userId, token, plain, jobIds, user } = account;
  const other = await open({ userId });
  const stranger = await aFullAccount();

  await erase(account);
  expect(await findSession({ token })).toBeNull();
  expect(await findSession({ token: other.token })).toBeNull();
  expect(await findApiKey(plain)).toBeNull();
  expect(await db().secret.count({ where: { userId } })).toBe(0);
  expect(await db().savedView.count({ where: { userId } })).toBe(0);
  expect(await db().accountMail.count({ where: { userId } })).toBe(0);
  const jobs = await db().job.findMany({ where: { id: { in: jobIds } } });
  expect(jobs.map(({ deletedAt }) => deletedAt !== null)).toEqual([true, true]);
  const row = JSON.stringify(await db().user.findUniqueOrThrow({ where: { id: userId } }));
  for (const reported of [user.email, user.subject, 'Ada', 'pictures.example'])
    expect(row).not.toContain(reported);
  expect(await findApiKey(stranger.plain)).not.toBeNull();
  expect(await db().job.count({ where: { ownerId: stranger.userId, deletedAt: null } })).toBe(2);
  const events = await db().securityEvent.findMany({ where: { actorId: userId, code: 'user_changed' } });
  expect(events.at(-1)?.message).toBe('An account was changed. (act deleted, jobs 2)');
});

test('the row of a deleted account is removed after its jobs, not before', async () => {
  const account = await aFullAccount();
  await erase(account);
  await runMaintenanceTask();
  expect(await db().user.count({ where: { id: account.userId } })).toBe(1);
  await db().job.deleteMany({ where: { ownerId: account.userId } });
  await runMaintenanceTask();
  expect(await db().user.count({ where: { id: account.userId } })).toBe(0);
});

test('an account that was not deleted is never removed, with or without jobs', async () => {
  const { userId } = await aSignedIn();
  await runMaintenanceTask();
  expect(await db().user.count({ where: { id: userId } })).toBe(1);
});

test('the same person signing in again gets a new, empty account', async () => {
  const account = await aFullAccount();
  const { issuer, subject, email } = account.user;
  await erase(account);
  const identity = {
    ...{ issuer, subject, email, isEmailVerified: true, authenticatedAt: new Date() },
    ...{ username: null, firstName: null, lastName: null, pictureUrl: null },
  };
  const again = await signInAccount({ identity, request, formerToken: null });
  expect(again.userId).not.toBe(account.userId);
  expect(await db().job.count({ where: { ownerId: again.userId } })).toBe(0);
});

test('a sign-in more than 30 minutes old deletes nothing', async () => {
  const { user, userId } = await aFullAccount();
  const authenticatedAt = new Date(Date.now() - 31 * minuteMs);
  await expect(deleteAccount({ user, authenticatedAt, request })).rejects.toMatchObject({
    type: 'authorization_error',
    details: { reason: 'sign_in_too_old' },
  });
  expect(await db().job.count({ where: { ownerId: userId, deletedAt: null } })).toBe(2);
  expect(await db().session.count({ where: { userId } })).toBe(1);
});

test('nothing is deleted while the payment provider cannot end the subscription', async () => {
  const account = await aFullAccount();
  const { userId } = account;
  // No payments are configured here.
  await db().subscription.create({
    data: { userId, status: 'active', tier: 'premium', stripeCustomerId: `cus_${userId}` },
  });
  // An admin who leaves gives up the role first, and gets it back if the deletion fails.
  const other = await aFullAccount();
  const admins = [userId, other.userId];
  await db().user.updateMany({ where: { id: { in: admins } }, data: { role: 'admin' } });
  await expect(erase(account)).rejects.toMatchObject({ type: 'external_service_error' });
  expect(await db().user.count({ where: { id: { in: admins }, role: 'admin' } })).toBe(2);
  expect(await db().job.count({ where: { ownerId: userId, deletedAt: null } })).toBe(2);
  expect(await db().session.count({ where: { userId } })).toBe(1);
});
