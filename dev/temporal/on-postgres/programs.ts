import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedProgram, fillCache } from '../cache.ts';
import { buildWithGo } from '../go.ts';
import { serverVersion } from '../version.ts';

const name = `temporal-server-${serverVersion}`;

export interface ServerPrograms {
  /** The server that clusters run. */
  server: string;
  /** The tool that creates and updates its tables. */
  sql: string;
}

/**
 * The Temporal server for clusters and its tool for tables: from the user's cache, else built with Go.
 * @throws Error with the program to install
 */
export async function findServerPrograms(): Promise<ServerPrograms> {
  const found = {
    server: cachedProgram({ name, program: 'server' }),
    sql: cachedProgram({ name, program: 'sql' }),
  };
  if (await runs(found)) return found;
  try {
    await fillCache({ name, programs: ['server', 'sql'], seedCatalogue: build });
  } catch (error) {
    throw new Error(
      [
        `The Temporal server ${serverVersion} for PostgreSQL could not be obtained.`,
        `  - ${error instanceof Error ? error.message : String(error)}`,
        'Install Go 1.26.4 or newer, let it reach its module proxy, and start again.',
      ].join('\n'),
      { cause: error },
    );
  }
  if (!(await runs(found))) throw new Error(`${found.server} does not run here.`);
  return found;
}

function build(pathOf: (program: string) => string): Promise<void> {
  return buildWithGo({
    title: `Building the Temporal server ${serverVersion} for PostgreSQL (about 2 minutes, once)`,
    module: fileURLToPath(new URL('.', import.meta.url)),
    targets: {
      'go.temporal.io/server/cmd/server': pathOf('server'),
      'go.temporal.io/server/cmd/tools/sql': pathOf('sql'),
    },
  });
}

async function runs(programs: ServerPrograms): Promise<boolean> {
  try {
    for (const program of [programs.server, programs.sql]) {
      await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    }
    return true;
  } catch {
    return false;
  }
}
