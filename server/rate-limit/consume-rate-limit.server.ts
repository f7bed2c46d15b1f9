import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#domain/errors.ts';
import { db, getPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';
import { addressGroup } from '#server/rate-limit/address-group.server.ts';
import { recordEvent, type EventRequest } from '#server/security-log/record-event.server.ts';
import { limits, type LimitName } from './limits.ts';
import { keepRefusal } from './refusals.server.ts';

/** Remaining points of a limit, for response headers. */
export interface LimitState {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Until the window ends. */
  resetSeconds: number;
}

type Taken = Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>;

export interface Asker {
  limit: LimitName;
  /** The address, the account's or the job's id, as the limit's `by` says. */
  key: string | number;
}

/**
 * Consumes points of a limit, one by default, counted over all web processes; while the database is down, each of them
 * counts alone. A refused request consumes its points as well.
 * @param actorId and request: the caller, for the security log
 * @throws AppError rate_limit with details `{policy, limit, window_seconds, retry_after}`; it leaves an entry in the
 *   security log
 */
export async function consumeRateLimit({
  points = 1,
  actorId = null,
  path = '',
  request,
  ...asker
}: Asker & {
  points?: number;
  actorId?: number | null;
  path?: string;
  request?: EventRequest;
}): Promise<LimitState> {
  const limiter = limiterOf(asker.limit);
  hadRoom.delete(nameOf(asker));
  try {
    return stateOf({ limit: asker.limit, taken: await limiter.consume(keyOf(asker), points) });
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const error = limitRefusal({ limit: asker.limit, taken: refused });
    if (request && error.details) keepRefusal({ requestId: request.id, details: error.details });
    await recordLimitRefusal({ limit: asker.limit, actorId, path, request });
    throw error;
  }
}

/**
 * Asserts that a limit has points left, without consuming one. A check with points left is cached for a second in this
 * process, because each call makes one.
 * @throws AppError rate_limit, as consumeRateLimit
 */
export async function assertRateLimit(asker: Asker): Promise<void> {
  const { limit } = asker;
  const name = nameOf(asker);
  const checkedAt = performance.now();
  if (checkedAt - (hadRoom.get(name) ?? -Infinity) < roomMs) return;
  const taken = await limiterOf(limit).get(keyOf(asker));
  if (taken && taken.consumedPoints >= pointsOf(limit)) throw limitRefusal({ limit, taken });
  if (hadRoom.size >= mostAskers) hadRoom.clear();
  hadRoom.set(name, checkedAt);
}

const roomMs = 1_000;
const mostAskers = 10_000;
/** Time of the last check with points left, by limit and key. */
const hadRoom = new Map<string, number>();
const nameOf = (asker: Asker) => `${asker.limit}:${keyOf(asker)}`;

/** The key under which a limit counts: of an address its group. */
export function keyOf({ limit, key }: Asker): string {
  return limits[limit].by === 'ip' ? addressGroup(String(key)) : String(key);
}

function stateOf({ limit, taken }: { limit: LimitName; taken: Taken }): LimitState {
  return {
    name: limit,
    limit: pointsOf(limit),
    windowSeconds: limits[limit].seconds,
    remaining: taken.remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(taken.msBeforeNext / 1_000)),
  };
}

/** The error of a limit that is used up, with details `{policy, limit, window_seconds, retry_after}`. */
export function limitRefusal({ limit, taken }: { limit: LimitName; taken: Taken }): AppError {
  const { limit: most, windowSeconds, resetSeconds } = stateOf({ limit, taken });
  const window = windowSeconds === 60 ? 'a minute' : 'an hour';
  const wait = resetSeconds === 1 ? '1 second' : `${resetSeconds} seconds`;
  return new AppError('rate_limit', {
    message: `Too many requests: ${most} ${limits[limit].of} ${window} are allowed. Try again in ${wait}.`,
    details: { policy: limit, limit: most, window_seconds: windowSeconds, retry_after: resetSeconds },
  });
}

/** Adds a refusal to the security log; a log that cannot be written does not lift it. */
export async function recordLimitRefusal(refused: {
  limit: LimitName;
  actorId: number | null;
  path: string;
  request: EventRequest | undefined;
}): Promise<void> {
  const { limit, actorId, path, request } = refused;
  try {
    const about = { code: 'limit_exceeded', actorId, path, details: { limit } } as const;
    await recordEvent({ tx: db(), ...about, ...(request && { request }) });
  } catch (error) {
    // The refusal is thrown even if its entry could not be written.
    log().warn({ err: error, limit }, 'a rate limit is missing from the security log');
  }
}

/** The points of a limit in this installation. */
export function pointsOf(limit: LimitName): number {
  return limits[limit].points * env().RATE_LIMIT_SCALE;
}

let made: { pool: pg.Pool; limiters: Map<LimitName, RateLimiterPostgres> } | undefined;

function limiterOf(limit: LimitName): RateLimiterPostgres {
  const pool = getPool();
  if (made?.pool !== pool) made = { pool, limiters: new Map() };
  const known = made.limiters.get(limit);
  if (known) return known;
  const window = { keyPrefix: limit, points: pointsOf(limit), duration: limits[limit].seconds };
  const limiter = new RateLimiterPostgres({
    ...window,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'RateLimit',
    // A migration creates the table, a maintenance task removes past windows.
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Repeated requests after a refusal cost the database nothing.
    inMemoryBlockOnConsumed: window.points + 1,
    insuranceLimiter: new RateLimiterMemory(window),
  });
  made.limiters.set(limit, limiter);
  return limiter;
}
