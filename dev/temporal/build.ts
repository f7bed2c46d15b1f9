import { fileURLToPath } from 'node:url';
import { buildWithGo } from './go.ts';
import { cliVersion } from './version.ts';

/**
 * Builds the tool from its published source.
 * @throws Error where Go is absent or the build fails
 */
export function buildCli({ path }: { path: string }): Promise<void> {
  return buildWithGo({
    title: `Building the Temporal CLI ${cliVersion} (about 4 minutes, once)`,
    module: fileURLToPath(new URL('.', import.meta.url)),
    targets: { 'github.com/temporalio/cli/cmd/temporal': path },
  });
}
