// `npm test`: needs Node alone, so that it can bring everything else.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringPackages } from './setup/dependencies.mjs';
import { checkNode } from './setup/node-version.mjs';
import { nodeToRun, runUnder } from './setup/pinned-node.mjs';

const clone = new URL('../', import.meta.url);
process.chdir(fileURLToPath(clone));
checkNode({ clone });

try {
  await bringPackages({ clone, home: resolve('.punctual') });
  const program = nodeToRun({ clone });
  if (program === process.execPath) process.exitCode = await test();
  else process.exitCode = await runUnder({ program, args: process.argv.slice(1) });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('Total: 0 passed, 1 failed');
  process.exitCode = 1;
}

async function test() {
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('./test/main.ts');
  return main({ clone: fileURLToPath(clone) });
}
