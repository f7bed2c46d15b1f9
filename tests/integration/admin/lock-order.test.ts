import { beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.server.ts';
import { signInAccount } from '#server/accounts/sign-in-account.server.ts';
import { setRole } from '#server/admin/set-role.server.ts';
import { suspendUser } from '#server/admin/suspend-user.server.ts';
import { db } from '#server/database/db.server.ts';
import type { User } from '#server/generated/client.ts';
import { holdLock } from '#tests/integration/lock-owner-row.ts';
import { anAdmin, request } from './kit.ts';

const email = 'root@example.com';
const authenticatedAt = new Date();

beforeAll(() => {
  process.env['ADMIN_EMAILS'] = email;
});

const suspended = 'AppError: This account is suspended.';
type Admin = Awaited<ReturnType<typeof anAdmin>>['admin'];
type Change = (given: { admin: Admin; user: User }) => Promise<void>;

const changes: [name: string, Change, signIn: string][] = [
  [
    'a change of the role',
    ({ admin, user }) => setRole({ admin, authenticatedAt, userId: user.id, role: 'user' }),
    'done',
  ],
  ['a suspension', ({ admin, user }) => suspendUser({ admin, userId: user.id, reason: 'left' }), suspended],
  ['the deletion', ({ user }) => deleteAccount({ user, authenticatedAt, request }), 'done'],
];

test.each(changes)(
  '%s of a listed admin and a sign-in of the same account never block each other',
  async (_, change, becomes) => {
    const { admin } = await anAdmin();
    const { user } = await anAdmin({ email, emailVerified: true });
    const { issuer, subject } = user;
    const who = { issuer, subject, email, username: null, firstName: null, lastName: null, pictureUrl: null };
    const identity = { ...who, isEmailVerified: true, authenticatedAt };
    // Both have started before either gets the lock of the admins, the change first.
    const gate = await holdLock({ statement: `select pg_advisory_xact_lock(4720001)` });
    const changing = change({ admin, user });
    await gate.onceWaiting(1);
    const signingIn = signInAccount({ identity, request, formerToken: null });
    await gate.openOnceWaiting(2);
    const ends = await Promise.allSettled([changing, signingIn]);
    // The admin suspended first is refused, without a database error.
    const reasons = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'done'));
    expect(reasons).toEqual(['done', becomes]);
    await db().user.deleteMany({ where: { issuer, subject } });
  },
);
