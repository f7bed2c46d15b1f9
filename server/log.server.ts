import pino from 'pino';
import { env } from '#server/env.server.ts';
import { allowedFields, fitLine } from './log-line.server.ts';

let root: pino.Logger | undefined;

/**
 * The log of this process: one JSON object a line, at most 2 KiB, with listed fields only. Callers pass ids, codes and
 * durations, and a constant sentence; what else they pass is not written.
 */
export function log(): pino.Logger {
  root ??= createLog();
  return root;
}

function createLog(): pino.Logger {
  const { LOG_LEVEL: level, NODE_ENV } = env();
  const hasWords = NODE_ENV === 'development';
  return pino(
    {
      ...{ level, base: null },
      formatters: { log: (given) => allowedFields(given, { hasWords }) },
      // The formatter has been there already.
      serializers: { err: (shown: unknown) => shown },
    },
    { write: (line) => void process.stdout.write(fitLine(line)) },
  );
}
