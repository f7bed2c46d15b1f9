import { createSession } from '#server/accounts/sessions/create-session.server.ts';
import { findSession } from '#server/accounts/sessions/find-session.server.ts';
import { db } from '#server/database/db.server.ts';
import type { Prisma } from '#server/generated/client.ts';
import { aUser } from '../makers.ts';

export const request = { id: 'r', ip: '192.0.2.7', userAgent: 'curl/8.5.0' };

/** Opens another session of an account. */
export function open({ userId, authenticatedAt = new Date() }: { userId: number; authenticatedAt?: Date }) {
  return createSession({ tx: db(), userId, authenticatedAt, request });
}

/** A signed-in account, as a request finds it. */
export async function aSignedIn(given: Partial<Prisma.UserCreateInput> = {}) {
  const { id: userId } = await aUser(given);
  const { token, sessionId } = await open({ userId });
  const signedIn = await findSession({ token });
  if (!signedIn) throw new Error('The session was not opened.');
  return { ...signedIn, userId, token, sessionId };
}
