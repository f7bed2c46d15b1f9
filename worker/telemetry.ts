import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { log } from '#server/log.server.ts';

/** A workflow is named after its job. */
function jobOf(workflowId: unknown): { jobId?: number } {
  const [, id] = /^job\/(\d+)/.exec(String(workflowId)) ?? [];
  return id ? { jobId: Number(id) } : {};
}

/** Activity errors arrive here as Temporal sees them. */
function kindOf(error: unknown): string | undefined {
  if (error instanceof ApplicationFailure) return error.type ?? error.name;
  return error instanceof Error ? error.name : undefined;
}

/** Once a process, before anything of Temporal's worker: its messages go to our log, its signal handlers stay out. */
export function installRuntime(): void {
  Runtime.install({
    // They would cut calls off without a word to the launch pad.
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // Logs only the kind of an error: its message may come from a target.
      const { error, ...named } = meta ?? {};
      const code = kindOf(error);
      const fields = { ...named, ...jobOf(meta?.['workflowId']), code, temporal: level };
      if (level === 'ERROR') log().error(fields, message);
      else log().warn(fields, message);
    }),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }), forward: {} } },
  });
}
