import type { EventRequest } from '#server/security-log/record-event.server.ts';
import {
  type Asker,
  keyOf,
  pointsOf,
  recordLimitRefusal,
  limitRefusal,
} from './consume-rate-limit.server.ts';
import { limits, type LimitName } from './limits.ts';
import { keepRefusal } from './refusals.server.ts';
import { windowLimit } from './window-limit.server.ts';

const windows = new Map<LimitName, { points: number; take: ReturnType<typeof windowLimit> }>();

/**
 * Consumes a point of a limit that each process counts in its own memory: for page loads, where a write to the database
 * would cost more than the limit saves. Several web processes multiply the points.
 * @param actorId and request: the caller, for the security log; only the first refusal of a window is recorded
 * @throws AppError rate_limit with details `{policy, limit, window_seconds, retry_after}`
 */
export async function consumeLocalRateLimit({
  actorId,
  path,
  request,
  ...asker
}: Asker & { actorId: number | null; path: string; request: EventRequest }): Promise<void> {
  const { limit } = asker;
  const points = pointsOf(limit);
  const { isOver, taken, retryAfterSeconds } = windowOf({ limit, points })(keyOf(asker));
  if (!isOver) return;
  const error = limitRefusal({
    limit,
    taken: { remainingPoints: 0, msBeforeNext: retryAfterSeconds * 1_000 },
  });
  if (error.details) keepRefusal({ requestId: request.id, details: error.details });
  if (taken === points + 1) await recordLimitRefusal({ limit, actorId, path, request });
  throw error;
}

function windowOf({ limit, points }: { limit: LimitName; points: number }) {
  const known = windows.get(limit);
  if (known?.points === points) return known.take;
  const take = windowLimit({ count: points, windowMs: limits[limit].seconds * 1_000 });
  windows.set(limit, { points, take });
  return take;
}
