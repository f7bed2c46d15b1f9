export type QueueAccount = number | string;

export interface FairQueue {
  /** Waits for a slot and returns the function that releases it; null if too many wait already. */
  enter: (account: QueueAccount) => Promise<() => void> | null;
  /** Slots that an account has or waits for. */
  size: (account: QueueAccount) => number;
}

/**
 * A few slots for all accounts. An account has one slot at most, and waiting accounts alternate: waiting work of one
 * does not delay another, only the work in progress does.
 * @param places number of slots
 * @param waitingPerAccount beyond which an account is refused
 * @param waitingInAll likewise, of all accounts together
 */
export function createFairQueue({
  places,
  waitingPerAccount = Infinity,
  waitingInAll = Infinity,
}: {
  places: number;
  waitingPerAccount?: number | undefined;
  waitingInAll?: number | undefined;
}): FairQueue {
  const working = new Set<QueueAccount>();
  /** In the order in which they get a slot. */
  const waiting = new Map<QueueAccount, Set<() => void>>();
  let inAll = 0;

  const leave = (account: QueueAccount) => {
    working.delete(account);
    // Its next slot comes after those of all others.
    const own = waiting.get(account);
    if (own && waiting.delete(account)) waiting.set(account, own);
    for (const [next, turns] of waiting) {
      const [begin] = turns;
      if (working.has(next) || !begin) continue;
      turns.delete(begin);
      inAll -= 1;
      if (turns.size === 0) waiting.delete(next);
      working.add(next);
      begin();
      return;
    }
  };

  const leaveOnce = (account: QueueAccount) => {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      leave(account);
    };
  };

  return {
    enter: (account) => {
      if (working.size < places && !working.has(account)) {
        working.add(account);
        return Promise.resolve(leaveOnce(account));
      }
      const turns = waiting.get(account) ?? new Set();
      if (turns.size >= waitingPerAccount || inAll >= waitingInAll) return null;
      waiting.set(account, turns);
      inAll += 1;
      return new Promise((resolve) => turns.add(() => resolve(leaveOnce(account))));
    },
    size: (account) => Number(working.has(account)) + (waiting.get(account)?.size ?? 0),
  };
}
