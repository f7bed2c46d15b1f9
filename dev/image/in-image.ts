import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { compose, environmentOf } from '#tests/contract/filled-compose.ts';

// A service as docker-compose.yml starts it, without a container engine: the root file system of the image, read-only
// but for /tmp, user `node`, no capabilities, no new privileges.
const enter = `
mount --make-rprivate /
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs -o nosuid,nodev tmpfs "$1/tmp"
mount -t proc -o nosuid,nodev,noexec proc "$1/proc"
mount --rbind /dev "$1/dev"
root=$1; shift
exec chroot "$root" /usr/bin/setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all /usr/bin/env --chdir=/app "$@"
`;
const stopMs = 30_000;
const keptText = 4_000;

export interface ImageProcess {
  startedAt: number;
  /** The end of what it wrote. */
  said: () => string;
  /** Resident memory. @returns bytes */
  memory: () => number;
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  stop: () => Promise<number | null>;
}

/**
 * Starts a service of docker-compose.yml from the image.
 * @param root the mounted root file system of the image
 * @param given `.env`, filled in
 * @param besides what the network of the compose file would give: addresses and ports on this machine
 */
export function startFromImage({
  root,
  service,
  given,
  besides,
}: {
  root: string;
  service: string;
  given: Record<string, string>;
  besides: Record<string, string>;
}): ImageProcess {
  const command = compose.services[service]?.command ?? [];
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/home/node',
    ...environmentOf({ service, given }),
    ...besides,
  };
  const startedAt = Date.now();
  const args = ['--mount', '--', 'sh', '-euc', enter, 'sh', root, ...command];
  return watched({ child: spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] }), startedAt });
}

function watched({ child, startedAt }: { child: ChildProcess; startedAt: number }): ImageProcess {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-keptText)));
  let hasEnded = false;
  const ended = new Promise<number | null>((done) => {
    child.once('error', (error) => {
      text += error.message;
      hasEnded = true;
      done(null);
    });
    child.once('close', (code) => {
      hasEnded = true;
      done(code);
    });
  });
  return {
    startedAt,
    ended,
    hasEnded: () => hasEnded,
    said: () => text.trim(),
    memory: () => memoryOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      const isGone = await Promise.race([ended.then(() => true), sleep(stopMs, false, { ref: false })]);
      if (!isGone) child.kill('SIGKILL');
      return ended;
    },
  };
}

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
