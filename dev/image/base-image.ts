import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longStep } from '#dev/setup/long-step.mjs';
import { buildah, hasImage } from './buildah.ts';
import { capture } from './tools.ts';

const release = 'bookworm';

/**
 * Builds the Dockerfile's base image from package registries alone: Debian by debootstrap, and Node's program from its
 * npm package.
 * @returns the image's name
 */
export async function baseImage({ nodeVersion, npmVersion }: { nodeVersion: string; npmVersion: string }) {
  const name = `localhost/punctual-base:node-${nodeVersion}-npm-${npmVersion}`;
  if (hasImage(name)) return name;
  const folder = mkdtempSync(join(tmpdir(), 'punctual-base-'));
  try {
    const root = join(folder, 'root');
    await longStep({
      title: `Making a base image of Debian ${release}`,
      command: 'debootstrap',
      args: ['--variant=minbase', '--include=ca-certificates', release, root, debianMirror()],
      cwd: folder,
    });
    rmSync(join(root, 'var/cache/apt'), { recursive: true, force: true });
    await addNode({ root, folder, nodeVersion, npmVersion });
    capture('chroot', [root, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node']);
    commit({ root, name });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return name;
}

/** The archive that this machine's own packages come from. */
function debianMirror(): string {
  const format = '$(REPO_URI) $(RELEASE)';
  const lines = capture('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']).split('\n');
  const found = lines.map((line) => line.split(' ')).find(([, suite]) => suite === release);
  if (!found?.[0]) throw new Error(`apt has no source for Debian ${release}: add one to /etc/apt.`);
  return found[0];
}

async function addNode({
  root,
  folder,
  nodeVersion,
  npmVersion,
}: {
  root: string;
  folder: string;
  nodeVersion: string;
  npmVersion: string;
}): Promise<void> {
  const carrier = `node-linux-${process.arch}`;
  mkdirSync(join(folder, 'node/lib'), { recursive: true });
  const install = (name: string, prefix: string) =>
    longStep({
      title: `Adding ${name}`,
      command: 'npm',
      args: ['install', '--global', '--ignore-scripts', '--prefix', prefix, name],
      cwd: folder,
    });
  await install(`${carrier}@${nodeVersion}`, join(folder, 'node'));
  const program = join(folder, 'node/lib/node_modules', carrier, 'bin/node');
  const version = capture(program, ['--version']);
  if (version !== `v${nodeVersion}`) throw new Error(`${carrier} carries Node ${version}.`);
  cpSync(program, join(root, 'usr/local/bin/node'));
  await install(`npm@${npmVersion}`, join(root, 'usr/local'));
}

function commit({ root, name }: { root: string; name: string }): void {
  const container = buildah('from', 'scratch');
  try {
    buildah('copy', '--quiet', container, root, '/');
    buildah(
      'config',
      '--env',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      container,
    );
    buildah('config', '--cmd', '["node"]', container);
    buildah('commit', '--quiet', container, name);
  } finally {
    buildah('rm', container);
  }
}
