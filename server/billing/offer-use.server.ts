import { getPool } from '#server/database/db.server.ts';
import type { Client } from '#server/database/transaction.server.ts';
import { keyedHash, keyedHashes } from '#server/sealing/keyed-hash.server.ts';

const purpose = 'offer-use';

/** Long enough to make a new account for another trial pointless; from the last use, or the deletion of the account. */
export const offersKeptYears = 3;

/** When a person first had what each person gets once; null: never. */
export interface OfferUse {
  trialStartedAt: Date | null;
  /** Time of the refund. */
  refundedAt: Date | null;
}

type Queries = Pick<Client, 'query'>;

// By the sign-in, not by the email address: an address may change, and belong to another person later.
const textOf = ({ issuer, subject }: { issuer: string; subject: string }) =>
  JSON.stringify([issuer, subject]);

/**
 * The offers the person behind an account has used, also under accounts that are deleted (D22a, D23). Only a keyed hash
 * of their sign-in is stored.
 */
export async function offersUsed({
  client = getPool(),
  userId,
}: {
  client?: Queries;
  userId: number;
}): Promise<OfferUse> {
  const text = await personText({ client, userId });
  if (text === null) return { trialStartedAt: null, refundedAt: null };
  const { rows } = await client.query<OfferUse>(
    `select min("trialStartedAt") as "trialStartedAt", min("refundedAt") as "refundedAt"
     from "OfferUse" where "personHash" = any($1::text[])`,
    [keyedHashes({ purpose, text })],
  );
  return rows[0] ?? { trialStartedAt: null, refundedAt: null };
}

/** Records the person behind an account has used offers; the first date of each stays. */
export async function recordOfferUse({
  client = getPool(),
  userId,
  trialStartedAt = null,
  refundedAt = null,
}: Partial<OfferUse> & { client?: Queries; userId: number }): Promise<void> {
  if (!trialStartedAt && !refundedAt) return;
  const text = await personText({ client, userId });
  if (text === null) return;
  await client.query(
    `insert into "OfferUse" as o ("personHash", "trialStartedAt", "refundedAt", "usedAt")
     values ($1, $2, $3, now())
     on conflict ("personHash") do update set
       "trialStartedAt" = coalesce(o."trialStartedAt", excluded."trialStartedAt"),
       "refundedAt" = coalesce(o."refundedAt", excluded."refundedAt"), "usedAt" = now()
     where (o."trialStartedAt" is null and excluded."trialStartedAt" is not null)
       or (o."refundedAt" is null and excluded."refundedAt" is not null)
       or o."usedAt" < now() - interval '1 day'`,
    [keyedHash({ purpose, text }), trialStartedAt, refundedAt],
  );
}

/** Null for a deleted account: its row has no personal data. */
async function personText({ client, userId }: { client: Queries; userId: number }): Promise<string | null> {
  const { rows } = await client.query<{ issuer: string; subject: string }>(
    `select "issuer", "subject" from "User" where "id" = $1 and "deletedAt" is null`,
    [userId],
  );
  return rows[0] ? textOf(rows[0]) : null;
}
