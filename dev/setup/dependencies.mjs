import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { longStep } from './long-step.mjs';

// Inside node_modules, so that removing the folder removes the claim that it is complete.
const stampPath = 'node_modules/.punctual-lockfile';

/**
 * Whether the packages are not those of the lockfile.
 * @param {{ clone: URL }} place
 */
export function needsInstall({ clone }) {
  const stamp = new URL(stampPath, clone);
  const hash = lockfileHash({ clone });
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  if (!isInstalled({ clone })) return true;
  writeFileSync(stamp, hash);
  return false;
}

/**
 * Installs the packages where the lockfile is not the one that was installed last.
 * @param {{ clone: URL }} place
 */
export async function installDependencies({ clone }) {
  if (!needsInstall({ clone })) return;
  const npm = process.env.npm_execpath;
  await longStep({
    title: 'Installing packages',
    command: npm ? process.execPath : 'npm',
    // Not `npm ci`: it refuses a lockfile that does not name the binaries of every other platform, and one made
    // against a registry mirror cannot name what that mirror lacks. The versions are the lockfile's all the same.
    args: [...(npm ? [npm] : []), 'install', '--no-save', '--no-audit', '--no-fund'],
    cwd: fileURLToPath(clone),
  });
  writeFileSync(new URL(stampPath, clone), lockfileHash({ clone }));
}

function lockfileHash({ clone }) {
  return createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', clone)))
    .digest('hex');
}

/** Whether `npm install` by hand has brought the same packages already: npm keeps its own copy of the lockfile. */
function isInstalled({ clone }) {
  try {
    const packagesOf = (path) => JSON.parse(readFileSync(new URL(path, clone), 'utf8')).packages;
    const wanted = packagesOf('package-lock.json');
    const present = packagesOf('node_modules/.package-lock.json');
    return Object.entries(wanted).every(
      ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}
