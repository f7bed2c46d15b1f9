import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { bundlePath } from './bundle-path.ts';

/** Bundles the workflow code into one file. */
export async function writeBundle({ to = bundlePath }: { to?: string } = {}): Promise<void> {
  const workflowsPath = resolve(import.meta.dirname, '../workflows/index.ts');
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    // Our modules hold no state of their own: all runs share them, instead of evaluating them once each.
    preloadModules: [workflowsPath],
    logger: new DefaultLogger('WARN'),
  });
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeBundle();
