// `npm start` and `npm run dev`: needs Node alone, so that it can bring everything else.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies } from './setup/dependencies.mjs';
import { takeLock } from './setup/lock.mjs';
import { checkNode } from './setup/node-version.mjs';

const clone = new URL('../', import.meta.url);
process.chdir(fileURLToPath(clone));
checkNode({ clone });

const home = resolve(process.env.PUNCTUAL_HOME ?? '.punctual');
const lock = takeLock({ home });
if (!lock.isTaken) {
  console.error(
    `Punctual is already running here (process ${lock.pid}). Its address is in ${home}/dev.json.`,
  );
  process.exit(1);
}
process.on('exit', lock.release);

try {
  await installDependencies({ clone });
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('./main.ts');
  await main({ clone: fileURLToPath(clone), home, isWatching: process.argv.includes('--watch') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
