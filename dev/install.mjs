// The first half of `npm start` and `npm test`, under any Node: npm's PATH then begins with the pinned one.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringPackages } from './setup/dependencies.mjs';
import { checkNode } from './setup/node-version.mjs';

const clone = new URL('../', import.meta.url);
process.chdir(fileURLToPath(clone));
checkNode({ clone });

try {
  await bringPackages({ clone, home: resolve(process.env.PUNCTUAL_HOME ?? '.punctual') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
