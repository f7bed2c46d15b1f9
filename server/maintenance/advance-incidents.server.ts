import { endFlapping } from '#server/incidents/end-flapping.server.ts';
import { endSnoozes } from '#server/incidents/end-snoozes.server.ts';
import { inBatches, withinRun } from './in-batches.server.ts';

/**
 * Ends snoozes of incidents, each with a reminder, and the flapping of jobs.
 * @param now UTC milliseconds
 */
export async function advanceIncidents({
  isStopping,
  now = Date.now(),
}: {
  isStopping: () => boolean;
  now?: number;
}): Promise<number> {
  const isOver = withinRun(isStopping);
  const snoozes = await inBatches({ isOver, step: (limit) => endSnoozes({ limit, now }) });
  return snoozes + (await inBatches({ isOver, step: (limit) => endFlapping({ limit, now }) }));
}
