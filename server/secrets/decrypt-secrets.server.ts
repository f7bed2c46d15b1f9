import { cacheByOwner } from '#server/cache-by-owner.server.ts';
import { createPool } from '#server/database/db.server.ts';
import { type Statement, query } from '#server/database/transaction.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { secretField } from './sealed-field.server.ts';

const secretsStatement: Statement = {
  name: 'secrets-of-owner',
  text: `select "name", "value" from "Secret" where "userId" = $1`,
};

/**
 * The values of an owner's secrets, for a call that is about to leave; a name that does not exist is left out.
 * A value that was changed is taken at most 5 s later.
 * @throws Error when a secret does not open: its data key is missing
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
    client: createPool(),
    statement: secretsStatement,
    values: [ownerId],
  });
  return new Map(
    rows.map(({ name, value }) => [name, unseal({ sealed: value, userId: ownerId, field: secretField })]),
  );
});
