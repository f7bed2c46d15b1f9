import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { takeLock } from './lock.mjs';
import { longStep } from './long-step.mjs';
import { pinnedNode } from './pinned-node.mjs';

// Inside node_modules, so that removing the folder removes the claim that it is complete.
const stampPath = 'node_modules/.punctual-lockfile';

/**
 * Reports if the packages are not those of the lockfile.
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
 * Installs the packages of the lockfile if they are missing. Locks the home during the installation: a running product
 * must keep its packages.
 * @param {{ clone: URL, home: string }} place
 * @throws Error if the product runs, or if npm fails
 */
export async function bringPackages({ clone, home }) {
  if (!needsInstall({ clone })) return;
  const lock = takeLock({ home });
  if (!lock.isTaken)
    throw new Error(
      `The packages have changed, and Punctual is already running here (process ${lock.pid}). Stop it, then try again.`,
    );
  try {
    await install({ clone });
  } finally {
    lock.release();
  }
}

async function install({ clone }) {
  const npm = process.env.npm_execpath;
  await longStep({
    title: 'Installing packages',
    command: npm ? process.execPath : 'npm',
    // Not `npm ci`: it refuses a lockfile that does not name the binaries of every other platform, and one made
    // against a registry mirror cannot name what that mirror lacks. The versions are the lockfile's all the same.
    // Warnings about engines speak of the Node that installs; the pinned one runs the packages.
    args: [
      ...(npm ? [npm] : []),
      ...['install', '--no-save', '--no-audit', '--no-fund', '--no-engine-strict', '--loglevel=error'],
    ],
    cwd: fileURLToPath(clone),
  });
  writeFileSync(new URL(stampPath, clone), lockfileHash({ clone }));
}

function lockfileHash({ clone }) {
  return createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', clone)))
    .digest('hex');
}

/**
 * Reports if a manual `npm install` has installed the same packages already: npm keeps its own copy of the lockfile.
 */
function isInstalled({ clone }) {
  try {
    const packagesOf = (path) => JSON.parse(readFileSync(new URL(path, clone), 'utf8')).packages;
    const wanted = packagesOf('package-lock.json');
    const present = packagesOf('node_modules/.package-lock.json');
    const node = `node_modules/${pinnedNode({ clone })?.name}`;
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (optional && path !== node) || present[path]?.version === version,
    );
  } catch {
    return false;
  }
}
