import type { Account, RequestFacts } from '#server/accounts/types.ts';
import { db } from '#server/database/db.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

/** Changes the names of a given account; an empty one is none. The email address is the provider's. */
export async function saveProfile({
  user,
  names,
  request,
}: {
  user: Account;
  names: Partial<Pick<Account, 'firstName' | 'lastName'>>;
  request: RequestFacts;
}): Promise<Account> {
  const given = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, text?.trim() || null]));
  const isChanged = Object.entries(given).some(([name, text]) => user[name as keyof typeof names] !== text);
  if (!isChanged) return user;
  return db().$transaction(async (tx) => {
    const saved = await tx.user.update({ where: { id: user.id }, data: given });
    await recordEvent({ tx, code: 'user_changed', actorId: user.id, subjectId: user.id, request });
    return saved;
  });
}
