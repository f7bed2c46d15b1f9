import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedProgram, fillCache } from '#dev/temporal/cache.ts';
import { buildWithGo, findGo } from '#dev/temporal/go.ts';

const version = '0.203.0';
const package_ = 'github.com/stripe/stripe-mock';
const name = `stripe-mock-${version}`;
const programs = { mock: 'stripe-mock', description: 'spec3.json' };

export interface ProviderMock {
  /** The provider's own mock server: it refuses what the provider would not understand. */
  program: string;
  /** File of the provider's API as a document of OpenAPI 3.0. */
  description: string;
}

/**
 * The provider's mock server and its description: from the user's cache, else built with Go from its published source.
 * @throws Error where they are not there and Go is absent or cannot build them
 */
export async function findMock(): Promise<ProviderMock> {
  const found = {
    program: cachedProgram({ name, program: programs.mock }),
    description: cachedProgram({ name, program: programs.description }),
  };
  if (existsSync(found.program) && existsSync(found.description)) return found;
  await fillCache({
    name,
    programs: Object.values(programs),
    seedCatalogue: async (pathOf) => {
      await buildWithGo({
        title: `Building the payment provider's mock server ${version} (some seconds, once)`,
        module: fileURLToPath(new URL('.', import.meta.url)),
        targets: { [package_]: pathOf(programs.mock) },
      });
      await copyFile(join(await sourceFolder(), 'embedded/openapi/spec3.json'), pathOf(programs.description));
    },
  });
  return found;
}

async function sourceFolder(): Promise<string> {
  const go = await findGo();
  if (!go) throw new Error('Go is not installed.');
  const { stdout } = await promisify(execFile)(go, ['mod', 'download', '-json', `${package_}@v${version}`]);
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}
