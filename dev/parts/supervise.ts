import { setTimeout as sleep } from 'node:timers/promises';
import { partLog, say } from '#dev/log/part-log.ts';
import { forgetPids, rememberPid } from '#dev/state/pids.ts';
import type { Part, Running } from './part.ts';

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** After this long without an error the pauses start from the shortest again. */
const calmMs = 60_000;

export interface Supervised {
  /** Rejects with the part's last lines and the remedy where the first start fails. */
  ready: Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a part and keeps it running: an ended one is restarted, with doubling delays. */
export function supervise({ part, home }: { part: Part; home: string }): Supervised {
  const log = partLog(part.name);
  let current: Running | undefined;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const start = () =>
    part.start({
      log,
      onSpawn: (running) => {
        current = running;
        rememberPid({ home, part: part.name, pid: running.pid });
        if (isStopping()) void running.stop();
      },
    });

  const keepRunning = async () => {
    let pauseMs = firstPauseMs;
    while (!isStopping() && current) {
      const since = Date.now();
      const how = await current.ended;
      if (isStopping()) return;
      if (Date.now() - since > calmMs) pauseMs = firstPauseMs;
      say(`${part.name} ${how}; it starts again in ${pauseMs / 1000} s.`, 'yellow');
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      forgetPids({ home });
      await start().then(
        () => say(`${part.name} is back.`, 'green'),
        async (error: unknown) => {
          if (!isStopping()) say(`${part.name} ${messageOf(error)}.`, 'red');
          await current?.stop();
        },
      );
    }
  };

  const firstStart = async () => {
    try {
      await start();
    } catch (error) {
      await current?.stop();
      const said = log.lastLines().map((line) => `    ${line}`);
      throw new Error([`${part.name} ${messageOf(error)}.`, ...said, part.remedy].join('\n'), {
        cause: error,
      });
    }
    void keepRunning();
  };
  return {
    ready: firstStart(),
    stop: async () => {
      stopping.abort();
      await current?.stop();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
