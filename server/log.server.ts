import pino from 'pino';
import { env } from '#server/env.server.ts';

let root: pino.Logger | undefined;

/**
 * The log of this process: one JSON object a line. Callers pass ids, codes and durations only;
 * what slips through under these names is removed (security.md section 7).
 */
export function log(): pino.Logger {
  root ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    redact: {
      paths: ['headers', 'payload', 'body', 'url', 'token', 'cookie', 'authorization', 'email'].flatMap(
        (name) => [name, `*.${name}`],
      ),
      remove: true,
    },
  });
  return root;
}
