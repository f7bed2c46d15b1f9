import { AppError } from '#domain/errors.ts';
import { db, type Tx } from '#server/database/db.server.ts';

const atOnce = 2;
const longestWaitMs = 10_000;

interface Turns {
  taken: number;
  waiting: Set<() => void>;
}

const turnsOf = new Map<number, Turns>();

/**
 * Transactions that lock an owner first, two at a time in this process: each takes a connection before it waits for
 * the lock, and a burst of one account would take those of all.
 */
export const savesOf = (ownerId: number) => ({
  /** @throws AppError database_error: there was no turn within 10 s; and what run throws */
  $transaction: <Result>(run: (tx: Tx) => Promise<Result>, options?: { timeout: number }) =>
    inTurn({ ownerId, run: () => db().$transaction(run, options) }),
});

/**
 * Runs work when the owner has a turn, first come, first served. Not to be called from within a turn of the same owner.
 * @throws AppError database_error: there was none within 10 s
 */
export async function inTurn<Result>({
  ownerId,
  run,
}: {
  ownerId: number;
  run: () => Promise<Result>;
}): Promise<Result> {
  const turns = turnsOf.get(ownerId) ?? { taken: 0, waiting: new Set() };
  turnsOf.set(ownerId, turns);
  if (turns.taken < atOnce) turns.taken += 1;
  else await turnOf(turns);
  try {
    return await run();
  } finally {
    const [next] = turns.waiting;
    // The turn is passed on: newcomers queue behind waiting ones.
    if (next) next();
    else turns.taken -= 1;
    if (turns.taken === 0) turnsOf.delete(ownerId);
  }
}

function turnOf({ waiting }: Turns): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      waiting.delete(begin);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(new AppError('database_error'));
    }, longestWaitMs);
    waiting.add(begin);
  });
}
