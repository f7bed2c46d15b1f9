import { cacheByOwner } from '#server/cache-by-owner.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { type Statement, query } from '#server/database/transaction.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { bothSignMs, signingField } from './new-signing-secret.server.ts';

const signingStatement: Statement = {
  name: 'signing-secrets-of-owner',
  text: `select "signingSecret", "previousSigningSecret", "signingRotatedAt" from "User" where "id" = $1`,
};

/**
 * The signing secrets of an account: its current one and, for 24 hours after a rotation, the one before; empty without
 * any. A change takes effect within 5 s.
 * @throws Error if one cannot be decrypted: its data key is missing
 */
export async function signingSecretsOf({
  ownerId,
  now = Date.now(),
}: {
  ownerId: number;
  now?: number;
}): Promise<string[]> {
  const { current, previous, rotatedAt } = await keysOf(ownerId);
  const isPreviousValid = now - rotatedAt < bothSignMs;
  return [current, isPreviousValid ? previous : null].filter((secret) => secret !== null);
}

interface Keys {
  current: string | null;
  previous: string | null;
  rotatedAt: number;
}

const keysOf = cacheByOwner(async (ownerId): Promise<Keys> => {
  const [row] = await query<{
    signingSecret: string | null;
    previousSigningSecret: string | null;
    signingRotatedAt: Date | null;
  }>({ client: getPool(), statement: signingStatement, values: [ownerId] });
  const open = (sealed: string | null | undefined) =>
    sealed ? unseal({ sealed, userId: ownerId, field: signingField }) : null;
  return {
    current: open(row?.signingSecret),
    previous: open(row?.previousSigningSecret),
    rotatedAt: row?.signingRotatedAt?.getTime() ?? 0,
  };
});
