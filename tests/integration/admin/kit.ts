import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Prisma, User } from '#server/generated/client.ts';
import { aUser } from '#tests/integration/makers.ts';
import { origin, type TestWeb } from '#tests/integration/web/web.ts';

export const request = { id: 'r', ip: '192.0.2.7', userAgent: 'test' };

/** A signed-in account that uses pages and forms without JavaScript. */
export async function aPerson({
  web,
  signedInAt = new Date(),
  ...given
}: { web: TestWeb; signedInAt?: Date } & Partial<Prisma.UserCreateInput>) {
  const user = await aUser(given);
  const session = await createSession({
    tx: db(),
    userId: user.id,
    authenticatedAt: signedInAt,
    request,
  });
  const cookie = `${sessionCookieName(origin)}=${session.token}`;
  const loadPage = async (path: string) => {
    const response = await web.ask(path, { headers: { cookie } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const headers = { cookie, origin, accept: 'text/html' };
    const response = await web.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { user, cookie, loadPage, send };
}

/** An admin, and the admin as use cases receive it. */
export async function anAdmin(given: Partial<Prisma.UserCreateInput> = {}): Promise<{
  user: User;
  admin: { id: number; request: typeof request };
}> {
  const user = await aUser({ role: 'admin', ...given });
  return { user, admin: { id: user.id, request } };
}

/** Hides a table while something runs. */
export async function withoutTable<Result>(table: string, run: () => Promise<Result>): Promise<Result> {
  await db().$executeRawUnsafe(`alter table "${table}" rename to "${table}Gone"`);
  try {
    return await run();
  } finally {
    await db().$executeRawUnsafe(`alter table "${table}Gone" rename to "${table}"`);
  }
}
