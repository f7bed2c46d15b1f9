import { Context } from '@temporalio/activity';
import { keepHouse } from '#server/housekeeping/keep-house.server.ts';
import type { HouseActivities } from '#workflows/contract.ts';

const beatMs = 5_000;

/** The activity of the system jobs. */
export function makeHouseActivities({ isClosing }: { isClosing: () => boolean }): HouseActivities {
  return {
    async keepHouse({ name }) {
      const context = Context.current();
      const beat = setInterval(() => context.heartbeat(), beatMs);
      const isStopping = () => isClosing() || context.cancellationSignal.aborted;
      try {
        return { tag: 1, affected: await keepHouse({ name, isStopping }) };
      } finally {
        clearInterval(beat);
      }
    },
  };
}
