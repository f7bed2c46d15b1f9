import { expect, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { walkEvents } from '#server/security-log/walk-events.server.ts';

const requestFrom = (ip: string) => ({ id: 'request-1', ip, userAgent: 'curl/8' });

test('an event has the type and text of its code, who, where and the request', async () => {
  await db().$transaction((tx) =>
    recordEvent({
      tx,
      code: 'target_blocked',
      actorId: 4,
      subjectId: 9,
      path: '/dashboard/jobs/9',
      request: requestFrom('192.0.2.1'),
      details: { host: 'a\r\nb', reason: 'private' },
    }),
  );
  const event = await db().securityEvent.findFirstOrThrow({ where: { ip: '192.0.2.1' } });
  expect(event).toMatchObject({
    type: 'SUSPICIOUS',
    code: 'target_blocked',
    actorId: 4,
    subjectId: 9,
    path: '/dashboard/jobs/9',
    requestId: 'request-1',
    userAgent: 'curl/8',
    count: 1,
  });
  expect(event.message).toMatch(/\(host a {2}b, reason private\)$/);
});

test('a path that grants access by itself is logged without its token', async () => {
  await recordEvent({
    tx: db(),
    code: 'csrf',
    path: '/mail/confirm/a-token-that-still-works',
    request: requestFrom('192.0.2.9'),
  });
  const event = await db().securityEvent.findFirstOrThrow({ where: { ip: '192.0.2.9' } });
  expect(event.path).toBe('/mail/confirm/…');
});

test('an event of a rolled back transaction is not in the log', async () => {
  const failing = db().$transaction(async (tx) => {
    await recordEvent({ tx, code: 'login', request: requestFrom('192.0.2.2') });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await db().securityEvent.count({ where: { ip: '192.0.2.2' } })).toBe(0);
});

test('a flood outside a transaction of the caller is counted in one entry too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 13) });
  try {
    for (let sent = 0; sent < 65; sent += 1)
      await recordEvent({ tx: db(), code: 'key_bad', request: requestFrom('192.0.2.33') });
  } finally {
    vi.useRealTimers();
  }
  const events = await db().securityEvent.findMany({ where: { ip: '192.0.2.33' } });
  expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(65);
});

test('a flood of one code from one address is counted in one entry after the 60th, and none is lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  try {
    for (let sent = 0; sent < 75; sent += 1) {
      await db().$transaction((tx) =>
        recordEvent({ tx, code: 'token_bad', request: requestFrom('192.0.2.3') }),
      );
    }
  } finally {
    vi.useRealTimers();
  }
  const events = await db().securityEvent.findMany({ where: { ip: '192.0.2.3' }, orderBy: { id: 'asc' } });
  expect(events).toHaveLength(61);
  expect(events.at(-1)?.count).toBe(15);
});

test('a flood from changing addresses of an IPv6 /64 is counted in one entry for that network', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 14) });
  try {
    for (let sent = 1; sent <= 65; sent += 1)
      await recordEvent({ tx: db(), code: 'key_bad', request: requestFrom(`2001:db8::${sent}`) });
  } finally {
    vi.useRealTimers();
  }
  const events = await db().securityEvent.findMany({ where: { ip: { startsWith: '2001:db8:' } } });
  expect(events).toHaveLength(61);
  expect(events.filter(({ count }) => count > 1)).toMatchObject([{ ip: '2001:db8::/64', count: 5 }]);
});

test('counting permits a change of the log for that statement only', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 13) });
  const changing = db().$transaction(async (tx) => {
    for (let sent = 0; sent < 62; sent += 1) {
      await recordEvent({ tx, code: 'token_bad', request: requestFrom('192.0.2.4') });
    }
    await tx.$executeRaw`update "SecurityEvent" set message = 'forged'`;
  });
  await expect(changing).rejects.toThrow('append only');
  vi.useRealTimers();
});

test('a search that finds nothing can stop between any two pages', async () => {
  await db().$executeRaw`
    insert into "SecurityEvent" ("type", "code", "message")
    select 'INFO', 'login', 'Signed in.' from generate_series(1, 4001)`;
  const walk = walkEvents({ type: null, search: 'nothing has these words' });
  expect(await walk.next()).toEqual({ done: false, value: [] });
  expect(await walk.return(undefined)).toEqual({ done: true, value: undefined });
});
