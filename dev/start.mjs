// `npm start` and `npm run dev`: needs Node alone, so that it can bring everything else.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandStartedAt } from './setup/command-time.mjs';
import { bringPackages } from './setup/dependencies.mjs';
import { takeLock } from './setup/lock.mjs';
import { checkNode } from './setup/node-version.mjs';
import { nodeToRun, runUnder } from './setup/pinned-node.mjs';

const clone = new URL('../', import.meta.url);
process.chdir(fileURLToPath(clone));
checkNode({ clone });
const home = resolve(process.env.PUNCTUAL_HOME ?? '.punctual');

try {
  await bringPackages({ clone, home });
  const program = nodeToRun({ clone });
  if (program === process.execPath) await start();
  else process.exitCode = await runUnder({ program, args: process.argv.slice(1) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start() {
  const lock = takeLock({ home });
  if (!lock.isTaken)
    throw new Error(
      `Punctual is already running here (process ${lock.pid}). Its address is in ${home}/dev.json.`,
    );
  process.on('exit', lock.release);
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('./main.ts');
  await main({
    ...{ clone: fileURLToPath(clone), home, startedAt: commandStartedAt() },
    isWatching: process.argv.includes('--watch'),
    isFresh: process.argv.includes('--fresh'),
  });
}
