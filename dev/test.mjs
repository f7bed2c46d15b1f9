// `npm test`: needs Node alone, so that it can bring everything else.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies, needsInstall } from './setup/dependencies.mjs';
import { takeLock } from './setup/lock.mjs';
import { checkNode } from './setup/node-version.mjs';

const clone = new URL('../', import.meta.url);
process.chdir(fileURLToPath(clone));
checkNode({ clone });

try {
  if (needsInstall({ clone })) {
    // A running product must not lose its packages.
    const lock = takeLock({ home: resolve('.punctual') });
    if (!lock.isTaken) throw new Error('The packages have changed: stop `npm start`, then test again.');
    await installDependencies({ clone });
    lock.release();
  }
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('./test/main.ts');
  process.exitCode = await main({ clone: fileURLToPath(clone) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('Total: 0 passed, 1 failed');
  process.exitCode = 1;
}
