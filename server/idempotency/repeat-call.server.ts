import { AppError } from '#domain/errors.ts';
import { openPool } from '#server/db.server.ts';
import { isRefused } from '#server/idempotency/after-effect.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

/** How long a call is remembered under its key. */
export const keptHours = 24;
/** A call that has not ended by then never will: its process was stopped. */
const longestCallSeconds = 60;
const field = 'idempotencyKey.body';

interface Row {
  requestHash: string;
  status: number | null;
  body: string | null;
  isOpen: boolean;
}

/**
 * Makes a call once, however often it is asked for under one key: later ones are given the answer of the first. What is
 * refused is not kept: it may be asked for again.
 *
 * @param requestHash of what makes the request what it is: the kind of its credential, method, path and body
 * @returns the answer as text, and whether it was given before
 * @throws AppError conflict: another request came under the key, or the first has not ended
 */
export async function repeatCall({
  userId,
  key,
  requestHash,
  run,
}: {
  userId: number;
  key: string;
  requestHash: string;
  run: () => Promise<{ status: number; text: string }>;
}): Promise<{ text: string; isRepeated: boolean }> {
  const known = await begin({ userId, key, requestHash });
  if (known) return { text: openAnswer({ row: known, requestHash, userId }), isRepeated: true };
  const { status, text } = await run().catch(async (error: unknown) => {
    // After anything else than a refusal nobody knows what took effect: then a repetition must not make it twice.
    if (isRefused(error)) await forget({ userId, key });
    throw error;
  });
  await keep({ userId, key, status, text });
  return { text, isRepeated: false };
}

/** Takes the key, or answers the row of who has it. */
async function begin({
  userId,
  key,
  requestHash,
}: {
  userId: number;
  key: string;
  requestHash: string;
}): Promise<Row | null> {
  const { rowCount } = await openPool().query(
    `insert into "IdempotencyKey" as k ("userId", "key", "requestHash", "createdAt", "expiresAt")
     values ($1, $2, $3, clock_timestamp(), clock_timestamp() + make_interval(hours => $4))
     on conflict ("userId", "key") do update
       set "requestHash" = excluded."requestHash", "status" = null, "body" = null,
         "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"
       where k."expiresAt" < clock_timestamp()`,
    [userId, key, requestHash, keptHours],
  );
  if (rowCount === 1) return null;
  const { rows } = await openPool().query<Row>(
    `select "requestHash", "status", "body",
       "createdAt" > clock_timestamp() - make_interval(secs => $3) as "isOpen"
     from "IdempotencyKey" where "userId" = $1 and "key" = $2`,
    [userId, key, longestCallSeconds],
  );
  // The first was refused in between: this one is the first now.
  return rows[0] ?? begin({ userId, key, requestHash });
}

function openAnswer({ row, requestHash, userId }: { row: Row; requestHash: string; userId: number }): string {
  if (row.requestHash !== requestHash) {
    throw new AppError('conflict', { message: 'This Idempotency-Key was used for another request.' });
  }
  if (row.body !== null) return unseal({ sealed: row.body, userId, field });
  throw new AppError('conflict', {
    message: row.isOpen
      ? 'The first request under this Idempotency-Key is still under way. Ask again in a second.'
      : 'The first request under this Idempotency-Key was interrupted. See whether it took effect, then use another key.',
  });
}

async function keep({
  userId,
  key,
  status,
  text,
}: {
  userId: number;
  key: string;
  status: number;
  text: string;
}): Promise<void> {
  await openPool().query(
    `update "IdempotencyKey" set "status" = $3, "body" = $4 where "userId" = $1 and "key" = $2`,
    [userId, key, status, seal({ text, userId, field })],
  );
}

async function forget({ userId, key }: { userId: number; key: string }): Promise<void> {
  await openPool().query(
    `delete from "IdempotencyKey" where "userId" = $1 and "key" = $2 and "status" is null`,
    [userId, key],
  );
}
