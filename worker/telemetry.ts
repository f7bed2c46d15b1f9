import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { log } from '#server/log.server.ts';

/** Once a process, before anything of Temporal's worker: its messages go to our log, its signal handlers stay out. */
export function installRuntime(): void {
  Runtime.install({
    // They would cut calls off without a word to the launch pad.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message }) => log().warn({ level }, message)),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }), forward: {} } },
  });
}
