import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporal } from '#dev/temporal/server.ts';
import { writeBundle } from '#worker/bundle.ts';

export interface TemporalForTests {
  /** Empty without a server: the tests of the engine are skipped. */
  address: string;
  /** File of the bundled workflow code. */
  bundle: string;
  stop: () => Promise<void>;
}

/** One Temporal server and one bundle per run; each test file has its own task queue. */
export async function temporalForTests(): Promise<TemporalForTests> {
  const folder = await mkdtemp(join(tmpdir(), 'punctual-bundle-'));
  const bundle = join(folder, 'workflows.js');
  const remove = () => rm(folder, { recursive: true, force: true });
  await writeBundle({ to: bundle });
  try {
    const server = await startTemporal();
    const stop = async () => {
      await Promise.all([server.stop(), remove()]);
    };
    return { address: server.address, bundle, stop };
  } catch (error) {
    console.warn(
      `Tests of the engine are skipped: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { address: '', bundle, stop: remove };
  }
}
