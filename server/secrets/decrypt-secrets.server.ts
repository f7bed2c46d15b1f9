import { cacheByOwner } from '#server/cache-by-owner.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { type Statement, query } from '#server/database/transaction.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { secretField } from './sealed-field.server.ts';

const secretsStatement: Statement = {
  name: 'secrets-of-owner',
  text: `select "name", "value" from "Secret" where "userId" = $1`,
};

/**
 * Values of an owner's secrets, for a call about to leave; unknown names are omitted. A changed value takes effect
 * within 5 s.
 * @throws Error if a secret cannot be decrypted: its data key is missing
 */
export async function decryptSecrets({
  ownerId,
  names,
}: {
  ownerId: number;
  names: string[];
}): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const secrets = await secretsOf(ownerId);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = secrets.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const secretsOf = cacheByOwner(async (ownerId) => {
  const rows = await query<{ name: string; value: string }>({
    client: getPool(),
    statement: secretsStatement,
    values: [ownerId],
  });
  return new Map(
    rows.map(({ name, value }) => [name, unseal({ sealed: value, userId: ownerId, field: secretField })]),
  );
});
