import { partLog } from '#dev/log/part-log.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { isResponding, until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { buildWeb, webProgram } from '#dev/stack/web-build.ts';
import { nodeFlags } from '#server/node-flags.ts';

const readyLimitMs = 60_000;

export interface WebProcess {
  address: string;
  stop: () => Promise<void>;
}

/** The web process itself, on its own port, with the dependencies of the test file. */
export async function aWebProcess(): Promise<WebProcess> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const log = partLog('web');
  const folder = await buildWeb({ clone: process.cwd() });
  const web = spawnProgram({
    command: process.execPath,
    args: [...nodeFlags, webProgram(folder)],
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    // Shown if the start fails.
    log: { ...log, line: log.aside },
  });
  try {
    await until({ running: web, limitMs: readyLimitMs, isReady: () => isResponding(`${address}/healthz`) });
    return { address, stop: web.stop };
  } catch (error) {
    await web.stop();
    throw new Error(`The web process did not start:\n${log.lastLines().join('\n')}`, { cause: error });
  }
}
