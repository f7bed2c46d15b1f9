import { withinMs } from '#server/engine/temporal-client.server.ts';
import { errorFields } from '#server/error-text.server.ts';
import { log } from '#server/log.server.ts';
import { startTest } from './start-test.server.ts';

const limitMs = 500;

/** Starts a test run, once and for at most 500 ms. Never throws: the relay repeats it. */
export async function pushTest({ id }: { id: string }): Promise<void> {
  try {
    await withinMs({ ms: limitMs, call: () => startTest({ id }) });
  } catch (error) {
    log().debug({ testRunId: id, ...errorFields(error) }, 'push left to the relay');
  }
}
