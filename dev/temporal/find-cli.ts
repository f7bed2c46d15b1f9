import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildCli } from './build.ts';
import { cachedProgram, fillCache } from './cache.ts';
import { downloadCli } from './download.ts';
import { cliVersion, isFittingVersion, serverVersion } from './version.ts';

const kept = { name: `temporal-${cliVersion}`, program: 'temporal' };

/**
 * A Temporal CLI with a matching server: the one of TEMPORAL_CLI_PATH, on PATH, in the user's cache, else the official
 * release, else a build with Go. The last two fill the cache.
 * @throws Error with the program to install
 */
export async function findCli(): Promise<string> {
  const given = process.env.TEMPORAL_CLI_PATH;
  if (given) {
    if (await fits(given)) return given;
    throw new Error(`TEMPORAL_CLI_PATH (${given}) is no Temporal CLI with server ${serverVersion}.`);
  }
  for (const program of ['temporal', cachedProgram(kept)]) if (await fits(program)) return program;

  const errors: string[] = [];
  for (const obtain of [downloadCli, buildCli]) {
    try {
      await fillCache({
        name: kept.name,
        programs: [kept.program],
        seedCatalogue: (pathOf) => obtain({ path: pathOf(kept.program) }),
      });
      const program = cachedProgram(kept);
      if (await fits(program)) return program;
      errors.push(`${program} does not run here.`);
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    [
      `The Temporal CLI ${cliVersion} (server ${serverVersion}) could not be obtained.`,
      ...errors.map((error) => `  - ${error}`),
      'Install it on PATH, name it in TEMPORAL_CLI_PATH, or install Go 1.26.4 or newer, and start again.',
    ].join('\n'),
  );
}

async function fits(program: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    return isFittingVersion(stdout);
  } catch {
    return false;
  }
}
