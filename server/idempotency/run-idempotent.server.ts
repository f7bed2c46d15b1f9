import { AppError } from '#domain/errors.ts';
import { keptKeys, type Tier } from '#domain/plan.ts';
import { getPool } from '#server/database/db.server.ts';

/** Lifetime of an Idempotency-Key. */
export const keptHours = 24;
/** A call that has not ended by then never will: its process was stopped. */
const longestCallSeconds = 60;

/**
 * The effect of a call, from which its response is built: the status and a few ids or counts. At most 512 bytes as
 * JSON, and nothing secret: it is stored in the clear.
 */
export type CallEffect = { status: 200 | 201 | 202 } & Record<string, string | number | boolean>;

interface Row {
  requestHash: string;
  status: CallEffect['status'] | null;
  effect: string | null;
  isOpen: boolean;
}

interface Named {
  userId: number;
  key: string;
}

/**
 * Runs a request once per key. A repetition gets the effect of the first request, never its response: the stored size
 * of a request does not grow with its response. A refused request is not kept: it may be made again.
 *
 * @param tier determines the number of keys per account; the oldest beyond it are dropped
 * @param requestHash of all that distinguishes the request: the kind of its credential, method, path and body
 * @param act throws an AppError only if nothing took effect
 * @throws AppError conflict: another request came under the key, or the first has not ended
 */
export async function runIdempotent<Effect extends CallEffect>({
  userId,
  tier,
  key,
  requestHash,
  act,
}: Named & {
  tier: Tier;
  requestHash: string;
  act: () => Promise<Effect>;
}): Promise<{ effect: Effect; isRepeated: boolean }> {
  const known = await begin({ userId, key, requestHash, most: keptKeys(tier) });
  if (known) return { effect: effectOf({ row: known, requestHash }) as Effect, isRepeated: true };
  const effect = await act().catch(async (error: unknown) => {
    // After any error except a refusal, the effect is unknown: a repetition must not cause it twice.
    if (error instanceof AppError) await forget({ userId, key });
    throw error;
  });
  await keep({ userId, key, effect });
  return { effect, isRepeated: false };
}

/** Takes the key, or returns the row of the call that has it. */
async function begin({
  userId,
  key,
  requestHash,
  most,
}: Named & { requestHash: string; most: number }): Promise<Row | null> {
  const { rowCount } = await getPool().query(
    `with taken as (
       insert into "IdempotencyKey" as k ("userId", "key", "requestHash", "number", "createdAt", "expiresAt")
       values ($1, $2, $3,
         (select coalesce(max("number"), 0) + 1 from "IdempotencyKey" where "userId" = $1),
         clock_timestamp(), clock_timestamp() + make_interval(hours => $4))
       on conflict ("userId", "key") do update
         set "requestHash" = excluded."requestHash", "status" = null, "effect" = null, "number" = excluded."number",
           "createdAt" = excluded."createdAt", "expiresAt" = excluded."expiresAt"
         where k."expiresAt" < clock_timestamp()
       returning "number"
     ), dropped as (
       delete from "IdempotencyKey" k using taken t
       where k."userId" = $1 and k."number" <= t."number" - $5 and k."key" <> $2
     )
     select from taken`,
    [userId, key, requestHash, keptHours, most],
  );
  if (rowCount === 1) return null;
  const { rows } = await getPool().query<Row>(
    `select "requestHash", "status", "effect",
       "createdAt" > clock_timestamp() - make_interval(secs => $3) as "isOpen"
     from "IdempotencyKey" where "userId" = $1 and "key" = $2`,
    [userId, key, longestCallSeconds],
  );
  // The first was refused in between: this one is the first now.
  return rows[0] ?? begin({ userId, key, requestHash, most });
}

function effectOf({ row, requestHash }: { row: Row; requestHash: string }): CallEffect {
  const { status, effect, isOpen } = row;
  if (row.requestHash !== requestHash) {
    throw new AppError('conflict', { message: 'This Idempotency-Key was used for another request.' });
  }
  if (status !== null && effect !== null) return { ...(JSON.parse(effect) as CallEffect), status };
  throw new AppError('conflict', {
    message:
      status === null && isOpen
        ? 'The first request under this Idempotency-Key is still under way. Ask again in a second.'
        : 'The first request under this Idempotency-Key was interrupted. See whether it took effect, then use another key.',
  });
}

async function keep({ userId, key, effect }: Named & { effect: CallEffect }): Promise<void> {
  const { status, ...rest } = effect;
  await getPool().query(
    `update "IdempotencyKey" set "status" = $3, "effect" = $4 where "userId" = $1 and "key" = $2`,
    [userId, key, status, JSON.stringify(rest)],
  );
}

async function forget({ userId, key }: Named): Promise<void> {
  await getPool().query(
    `delete from "IdempotencyKey" where "userId" = $1 and "key" = $2 and "status" is null`,
    [userId, key],
  );
}
