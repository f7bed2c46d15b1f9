import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { baseImage } from './base-image.ts';
import { buildah, buildahArgs } from './buildah.ts';
import { npmSettings } from './npm-settings.ts';

const logFile = '.punctual/image-build.log';

/** The image as `npm run image` names it. */
export const imageName = 'localhost/punctual:checked';

/** Builds the repository's Dockerfile by buildah, in a chroot instead of containers. */
export async function buildImage({ clone }: { clone: string }): Promise<void> {
  const base = await baseImage(versionsOf({ clone }));
  const folder = mkdtempSync(join(tmpdir(), 'punctual-image-'));
  const secret = join(folder, 'npmrc');
  writeFileSync(secret, npmSettings(), { mode: 0o600 });
  try {
    await longStep({
      title: 'Building the image',
      // Into a file: where the steps wrote to a pipe of this process, the build inside failed at times.
      command: 'sh',
      args: [
        '-c',
        'log=$1; shift; mkdir -p .punctual; buildah "$@" > "$log" 2>&1 || { tail -n 40 "$log"; exit 1; }',
        'sh',
        logFile,
        ...buildahArgs([
          ...['build', '--isolation', 'chroot', '--network', 'host', '--pull-never'],
          ...['--build-arg', `BASE_IMAGE=${base}`, '--secret', `id=npmrc,src=${secret}`],
          ...['--ignorefile', '.dockerignore', '--file', 'Dockerfile', '--tag', imageName, '.'],
        ]),
      ],
      cwd: clone,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Images of earlier builds, and of the stage that built.
  buildah('rmi', '--prune', '--force');
}

/** The versions the Dockerfile pins. */
function versionsOf({ clone }: { clone: string }): { nodeVersion: string; npmVersion: string } {
  const text = readFileSync(join(clone, 'Dockerfile'), 'utf8');
  const [, nodeVersion] = /^ARG NODE_VERSION=(\S+)$/m.exec(text) ?? [];
  const [, npmVersion] = /npm install --global npm@(\S+)/.exec(text) ?? [];
  if (!nodeVersion || !npmVersion) throw new Error('The Dockerfile does not pin Node and npm.');
  return { nodeVersion, npmVersion };
}
