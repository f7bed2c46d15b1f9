import type { Part } from './part.ts';
import { spawnProgram } from './running.ts';
import { until } from './until.ts';

/**
 * A process of our own source.
 */
export function nodePart({
  name,
  args,
  env,
  remedy,
  isReady,
  readyLimitMs = 30_000,
  politeMs,
}: {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  remedy: string;
  isReady: () => Promise<boolean>;
  readyLimitMs?: number;
  politeMs?: number;
}): Part {
  return {
    name,
    remedy,
    start: async ({ log, onSpawn }) => {
      const program = spawnProgram({
        command: process.execPath,
        args,
        env,
        log,
        ...(politeMs !== undefined && { politeMs }),
      });
      onSpawn(program);
      await until({ running: program, limitMs: readyLimitMs, isReady });
    },
  };
}
