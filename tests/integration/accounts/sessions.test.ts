import { expect, test } from 'vitest';
import { endAllSessions } from '#server/accounts/sessions/end-all-sessions.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { findTokenSession } from '#server/accounts/sessions/find-token-session.server.ts';
import { listSessions } from '#server/accounts/sessions/list-sessions.server.ts';
import { signProductToken } from '#server/accounts/sessions/product-token.server.ts';
import { revokeSession } from '#server/accounts/sessions/revoke-session.server.ts';
import { db } from '#server/database/db.server.ts';
import { aSignedIn, open, request } from './account.ts';

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

test('an account sees its own current sessions, the latest first, without their tokens', async () => {
  const { userId, sessionId, token } = await aSignedIn();
  await aSignedIn();
  const older = await open({ userId });
  await db().session.update({ where: { id: older.sessionId }, data: { lastSeenAt: ago(6) } });
  const unused = await open({ userId });
  await db().session.update({ where: { id: unused.sessionId }, data: { lastSeenAt: ago(8) } });
  const ended = await open({ userId });
  await db().session.update({ where: { id: ended.sessionId }, data: { expiresAt: ago(1) } });

  const listed = await listSessions({ userId });
  expect(listed.map(({ id }) => id)).toEqual([sessionId, older.sessionId]);
  expect(listed[0]).toMatchObject({ ip: '192.0.2.7', userAgent: 'curl/8.5.0' });
  const text = JSON.stringify(listed);
  expect(text).not.toContain(token);
  expect(text).not.toContain('tokenHash');
});

test('S9: a revoked session ends at once, together with the product token issued under it', async () => {
  const { userId, token, sessionId } = await aSignedIn();
  const other = await open({ userId });
  const productToken = await signProductToken({ userId, sessionId: other.sessionId });
  expect(await findTokenSession({ token: productToken })).toMatchObject({ session: { id: other.sessionId } });

  await revokeSession({ userId, sessionId: other.sessionId, request });
  expect(await findSession({ token: other.token })).toBeNull();
  expect(await findTokenSession({ token: productToken })).toBe('expired');
  expect((await findSession({ token }))?.session.id).toBe(sessionId);
  expect(await db().securityEvent.count({ where: { code: 'logout', actorId: userId } })).toBe(1);
});

test("another account's session can be neither seen nor revoked, and reads like one that never existed", async () => {
  const mine = await aSignedIn();
  const theirs = await aSignedIn();
  const refusal = await revokeSession({
    userId: mine.userId,
    sessionId: theirs.sessionId,
    request,
  }).catch((error: unknown) => error);
  const absent = await revokeSession({ userId: mine.userId, sessionId: 2_000_000_000, request }).catch(
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({ type: 'not_found' });
  expect(String(refusal)).toBe(String(absent));
  expect(await findSession({ token: theirs.token })).not.toBeNull();
});

test('S9: signing out everywhere ends every session of the account and of no other', async () => {
  const { userId, token } = await aSignedIn();
  const other = await open({ userId });
  const stranger = await aSignedIn();
  expect(await endAllSessions({ userId, request })).toBe(2);
  expect(await findSession({ token })).toBeNull();
  expect(await findSession({ token: other.token })).toBeNull();
  expect(await findSession({ token: stranger.token })).not.toBeNull();
  const [event] = await db().securityEvent.findMany({ where: { code: 'logout', actorId: userId } });
  expect(event?.message).toBe('Signed out. (sessions 2)');
});
