import { expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { listUsers } from '#server/admin/list-users.server.ts';
import { readNotice, savedNotice, setNotice } from '#server/admin/notice.server.ts';
import { setRole } from '#server/admin/set-role.server.ts';
import { suspendUser } from '#server/admin/suspend-user.server.ts';
import { unsuspendUser } from '#server/admin/unsuspend-user.server.ts';
import { db } from '#server/database/db.server.ts';
import { aSavedJob, aUser } from '#tests/integration/makers.ts';
import { anAdmin, request, withoutTable } from './kit.ts';

type Query = Parameters<typeof listUsers>[0];

const entriesOf = (userId: number) =>
  db().securityEvent.findMany({
    where: { code: 'admin_action', subjectId: userId },
    orderBy: { id: 'asc' },
  });
const authenticatedAt = new Date();
const roleOf = async (id: number) => (await db().user.findUniqueOrThrow({ where: { id } })).role;

test("a change of role is logged as a security event, and ends the user's sessions", async () => {
  const { admin } = await anAdmin();
  const { id: userId } = await aUser();
  const { token } = await createSession({ tx: db(), userId, authenticatedAt, request });
  await setRole({ admin, authenticatedAt, userId, role: 'admin' });
  expect(await roleOf(userId)).toBe('admin');
  expect(await findSession({ token })).toBeNull();
  expect(await entriesOf(userId)).toMatchObject([
    { type: 'INFO', code: 'admin_action', actorId: admin.id, ip: '192.0.2.7', requestId: 'r' },
  ]);
  expect((await entriesOf(userId))[0]?.message).toContain('(act role, role admin)');
});

test('the only active admin cannot delete their account: nobody could name another', async () => {
  await db().user.updateMany({ where: { role: 'admin' }, data: { role: 'user' } });
  const [one, other] = [await anAdmin(), await anAdmin()];
  const job = await aSavedJob({ owner: one.user });
  const otherJob = await aSavedJob({ owner: other.user });
  await suspendUser({ admin: one.admin, userId: other.user.id, reason: 'left' });
  const erase = ({ user }: typeof one) => deleteAccount({ user, authenticatedAt, request });
  await expect(erase(one)).rejects.toMatchObject({
    type: 'conflict',
    message: 'You are the only admin. Make another account an admin first, then delete this one.',
  });
  expect(await db().job.count({ where: { id: job.id, deletedAt: null } })).toBe(1);
  await unsuspendUser({ admin: one.admin, userId: other.user.id });
  const ends = await Promise.allSettled([erase(one), erase(other)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await db().user.count({ where: { role: 'admin', deletedAt: null } })).toBe(1);
  const jobIds = [job.id, otherJob.id];
  expect(await db().job.count({ where: { id: { in: jobIds }, deletedAt: null } })).toBe(1);
});

test('a role cannot be changed with an old sign-in, on oneself, or on a missing account', async () => {
  const { admin } = await anAdmin();
  const { id: userId } = await aUser();
  const old = new Date(Date.now() - 31 * 60_000);
  const change = { admin, authenticatedAt, userId, role: 'admin' as const };
  await expect(setRole({ ...change, authenticatedAt: old })).rejects.toMatchObject({
    type: 'authorization_error',
    details: { reason: 'sign_in_too_old' },
  });
  await expect(setRole({ ...change, userId: admin.id, role: 'user' })).rejects.toMatchObject({
    type: 'conflict',
  });
  await expect(setRole({ ...change, userId: 2_000_000_000 })).rejects.toMatchObject({ type: 'not_found' });
  expect(await roleOf(userId)).toBe('user');
  expect(await entriesOf(userId)).toEqual([]);
});

test('two admins who demote each other at once leave one: the last admin is never lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await anAdmin(), await anAdmin()];
    const changes = await Promise.allSettled([
      setRole({ admin: one.admin, authenticatedAt, userId: other.user.id, role: 'user' }),
      setRole({ admin: other.admin, authenticatedAt, userId: one.user.id, role: 'user' }),
    ]);
    expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await roleOf(one.user.id), await roleOf(other.user.id)].sort()).toEqual(['admin', 'user']);
  }
});

test('suspending requires a reason, ends the sessions, and can be undone', async () => {
  const { admin } = await anAdmin();
  const { id: userId } = await aUser();
  const { token } = await createSession({ tx: db(), userId, authenticatedAt, request });
  for (const reason of ['', '  ', 'x'.repeat(201), 'a\nb'])
    await expect(suspendUser({ admin, userId, reason })).rejects.toMatchObject({ type: 'validation_error' });
  await expect(suspendUser({ admin, userId: admin.id, reason: 'spam' })).rejects.toMatchObject({
    type: 'conflict',
  });
  await suspendUser({ admin, userId, reason: ' spam ' });
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  expect(user).toMatchObject({ suspendReason: 'spam', suspendedAt: expect.any(Date) as Date });
  expect(await findSession({ token })).toBeNull();
  await unsuspendUser({ admin, userId });
  await unsuspendUser({ admin, userId });
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    suspendedAt: null,
    suspendReason: null,
  });
  expect(await findSession({ token })).toBeNull();
  const messages = (await entriesOf(userId)).map(({ message }) => message);
  expect(messages).toEqual([
    expect.stringContaining('act suspend, reason spam'),
    expect.stringContaining('act unsuspend'),
  ]);
});

test('an admin who was suspended meanwhile changes nothing', async () => {
  const { admin } = await anAdmin({ suspendedAt: new Date() });
  const { id: userId } = await aUser();
  await expect(suspendUser({ admin, userId, reason: 'spam' })).rejects.toMatchObject({
    type: 'authorization_error',
  });
});

test('accounts are found by address, name or id, and filtered by plan, role and suspension', async () => {
  const ada = await aUser({ firstName: 'Ada', lastName: 'Lovelace_', tier: 'ultimate', email: 'ada@x.test' });
  const bob = await aUser({ tier: 'free', email: 'bob@x.test', suspendedAt: new Date() });
  await aSavedJob({ owner: ada });
  await aSavedJob({ owner: ada, status: 'paused' });
  const all: Query = { search: '', tier: null, role: null, isSuspended: false, page: 1, perPage: 20 };
  const idsOf = async (query: Partial<Query>) =>
    (await listUsers({ ...all, ...query })).users.map(({ id }) => id);
  expect(await idsOf({ search: '@X.TEST' })).toEqual([bob.id, ada.id]);
  expect(await idsOf({ search: 'lovelace_' })).toEqual([ada.id]);
  expect(await idsOf({ search: 'bob%' })).toEqual([]);
  expect(await idsOf({ search: String(bob.id) })).toContain(bob.id);
  expect(await idsOf({ search: '@x.test', tier: 'free' })).toEqual([bob.id]);
  expect(await idsOf({ search: '@x.test', isSuspended: true })).toEqual([bob.id]);
  const { users, total } = await listUsers({ ...all, search: 'ada@x.test' });
  expect(total).toBe(1);
  expect(users).toMatchObject([{ name: 'Ada Lovelace_', jobs: 2, activeJobs: 1, tier: 'ultimate' }]);
});

test('every page of this process shows a new banner at once, and its change is logged', async () => {
  const { admin } = await anAdmin();
  expect(await readNotice()).toBeNull();
  await setNotice({ admin, text: '  Maintenance at\n 22:00 UTC. ' });
  expect(await readNotice()).toBe('Maintenance at 22:00 UTC.');
  await expect(setNotice({ admin, text: 'x'.repeat(301) })).rejects.toMatchObject({
    type: 'validation_error',
  });
  await setNotice({ admin, text: '' });
  expect(await readNotice()).toBeNull();
  const entries = await db().securityEvent.count({ where: { code: 'admin_action', actorId: admin.id } });
  expect(entries).toBe(2);
});

test("the banner's form shows what another process saved, and fails if it cannot be read", async () => {
  const { admin } = await anAdmin();
  await setNotice({ admin, text: 'Maintenance at 22:00 UTC.' });
  expect(await readNotice()).toBe('Maintenance at 22:00 UTC.');
  await db().installation.update({ where: { id: 1 }, data: { notice: 'Done.' } });
  expect(await readNotice()).toBe('Maintenance at 22:00 UTC.');
  expect(await savedNotice()).toBe('Done.');
  await expect(withoutTable('Installation', savedNotice)).rejects.toThrow();
});
