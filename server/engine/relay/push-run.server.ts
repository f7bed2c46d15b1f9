import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { newRuns } from './queued-runs.server.ts';
import { startRun } from './start-run.server.ts';

const limitMs = 500;

/** Starts a queued execution, once and for at most 500 ms. Never throws: the relay repeats it. */
export async function pushRun({ executionId }: { executionId: number }): Promise<void> {
  try {
    const [queued] = await newRuns({ limit: 1, executionId });
    if (queued) await withinMs({ ms: limitMs, call: () => startRun(queued) });
  } catch (error) {
    log().debug({ executionId, ...errorFields(error) }, 'push left to the relay');
  }
}
