import { AppError } from '#domain/errors.ts';
import { characterError } from '#domain/text/plain-text.ts';
import { isSecretName } from '#domain/text/variables.ts';
import type { Tx } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';
import { secretField } from './sealed-field.server.ts';
import type { NamedSecret } from './types.ts';

export const mostSecrets = 50;
export const mostBytes = 4_096;

/**
 * Saves a named secret of the account, or changes its value. It cannot be read again: only calls contain it (D41, D41a:
 * 50 of 4 KiB each). Calls use the new value within 5 s.
 * @throws AppError validation_error on name or value; conflict at the limit of secrets
 */
export async function setSecret({
  owner,
  name,
  value,
}: {
  owner: Owner;
  name: string;
  value: string;
}): Promise<NamedSecret> {
  checkName(name);
  checkValue(value);
  const { id: userId, request } = owner;
  const sealed = seal({ text: value, userId, field: secretField });
  return savesOf(userId).$transaction(async (tx) => {
    // Two new names at once must not exceed the limit.
    await lockOwner({ tx, ownerId: userId });
    await checkPlace({ tx, userId, name });
    await recordEvent({
      tx,
      code: 'user_changed',
      actorId: userId,
      subjectId: userId,
      details: { secret: name },
      ...(request && { request }),
    });
    return tx.secret.upsert({
      where: { userId_name: { userId, name } },
      create: { userId, name, value: sealed },
      update: { value: sealed },
      select: { name: true, createdAt: true, updatedAt: true },
    });
  });
}

function checkName(name: string) {
  if (isSecretName(name)) return;
  const message = 'A name has 1 to 64 letters, digits and underscores, and does not begin with a digit.';
  throw new AppError('validation_error', { message, details: { name: message } });
}

function checkValue(value: string) {
  const bytes = Buffer.byteLength(value);
  const error = characterError({ text: value, kind: 'content' });
  if (bytes > 0 && bytes <= mostBytes && error === null) return;
  const message =
    error ??
    (bytes === 0
      ? 'Write the value of the secret.'
      : `The value has ${bytes.toLocaleString('en-US')} bytes. A secret can have 4,096 (4 KiB).`);
  throw new AppError('validation_error', { message, details: { value: message } });
}

async function checkPlace({ tx, userId, name }: { tx: Tx; userId: number; name: string }) {
  const used = await tx.secret.count({ where: { userId, name: { not: name } } });
  if (used < mostSecrets) return;
  throw new AppError('conflict', {
    message: `An account can have ${mostSecrets} secrets. Delete one that is no longer used.`,
    details: { limit: mostSecrets, used },
  });
}
