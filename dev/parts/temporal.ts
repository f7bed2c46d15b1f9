import { join } from 'node:path';
import { isAccepting } from '#dev/temporal/server.ts';
import { serverFlags } from '#dev/temporal/server-flags.ts';
import type { Part } from './part.ts';
import { spawnProgram } from './running.ts';
import { isResponding, until } from './until.ts';

const readyLimitMs = 30_000;

/** The Temporal development server with its Web UI; its state is in the home folder. */
export function temporalPart({
  program,
  home,
  port,
  uiPort,
  keptRuns,
}: {
  program: string;
  home: string;
  port: number;
  uiPort: number;
  keptRuns: number | undefined;
}): Part {
  return {
    name: 'temporal',
    remedy: `Its state is ${join(home, 'temporal.db')}; jobs are brought back from the database if that file is removed.`,
    start: async ({ log, onSpawn }) => {
      const args = serverFlags({
        port,
        uiPort,
        file: join(home, 'temporal.db'),
        ...(keptRuns && { keptRuns }),
      });
      const server = spawnProgram({ command: program, args, env: process.env, log });
      onSpawn(server);
      const isReady = async () =>
        (await isAccepting(port)) && (await isResponding(`http://127.0.0.1:${uiPort}/`));
      await until({ running: server, limitMs: readyLimitMs, isReady });
    },
  };
}
