import type { OAuthClient } from '#domain/job/request-auth.ts';
import { getPool } from '#server/database/db.server.ts';
import { type Statement, query } from '#server/database/transaction.server.ts';
import { keyedHash } from '#server/sealing/keyed-hash.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

// Access tokens of an account's OAuth 2 clients, sealed, for all workers (decision 052). Times are those of the database.

/** A kept token by its row. */
export interface TokenKey {
  ownerId: number;
  clientHash: string;
}

interface KeptToken {
  token: string;
  /** Its last quarter has begun. */
  isDue: boolean;
}

const field = 'accessToken.token';

const readStatement: Statement = {
  name: 'access-token',
  text: `select "token", "renewAt" <= clock_timestamp() as "isDue" from "AccessToken"
    where "ownerId" = $1 and "clientHash" = $2 and "endsAt" > clock_timestamp()`,
};

const keepStatement: Statement = {
  name: 'keep-access-token',
  text: `insert into "AccessToken" ("ownerId", "clientHash", "token", "renewAt", "endsAt")
    values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', clock_timestamp() + $5 * interval '1 millisecond')
    on conflict ("ownerId", "clientHash") do update set
      "token" = excluded."token", "renewAt" = excluded."renewAt", "endsAt" = excluded."endsAt"`,
};

/** @param client with its secrets filled in: of another secret the token is another one */
export function tokenKeyOf({ ownerId, client }: { ownerId: number; client: OAuthClient }): TokenKey {
  const { tokenUrl, clientId, clientSecret, scope, audience, clientAuth } = client;
  const text = JSON.stringify([tokenUrl, clientId, clientSecret, scope, audience, clientAuth]);
  return { ownerId, clientHash: keyedHash({ purpose: 'access-token', text }) };
}

/**
 * @returns null if none is stored, or the stored one has expired
 * @throws Error if it cannot be decrypted: its data key is missing
 */
export async function readToken({ ownerId, clientHash }: TokenKey): Promise<KeptToken | null> {
  const [row] = await query<{ token: string; isDue: boolean }>({
    ...{ client: getPool(), statement: readStatement, values: [ownerId, clientHash] },
  });
  if (!row) return null;
  return { token: unseal({ sealed: row.token, userId: ownerId, field }), isDue: row.isDue };
}

/** @param keptMs from now on */
export async function keepToken({
  key: { ownerId, clientHash },
  token,
  keptMs,
}: {
  key: TokenKey;
  token: string;
  keptMs: number;
}): Promise<void> {
  const sealed = seal({ text: token, userId: ownerId, field });
  const values = [ownerId, clientHash, sealed, Math.floor(keptMs * 0.75), Math.floor(keptMs)];
  await query({ client: getPool(), statement: keepStatement, values });
}

/** Drops a token a target refused; one issued since stays. */
export async function dropToken({ key, token }: { key: TokenKey; token: string }): Promise<void> {
  const { ownerId, clientHash } = key;
  const where = `"ownerId" = $1 and "clientHash" = $2`;
  const { rows } = await getPool().query<{ token: string }>(
    `select "token" from "AccessToken" where ${where}`,
    [ownerId, clientHash],
  );
  const sealed = rows[0]?.token;
  if (sealed === undefined || unseal({ sealed, userId: ownerId, field }) !== token) return;
  await getPool().query(`delete from "AccessToken" where ${where} and "token" = $3`, [
    ...[ownerId, clientHash, sealed],
  ]);
}
