// Run in the image's build: leaves the packages that the built programs load, and removes all others from node_modules.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folder = resolve('node_modules');
const bundler = '@temporalio/worker/lib/workflow/bundler.js';

// The worker runs a bundle that was made before. What makes one is loaded by this file alone.
const unusedBy = {
  '@temporalio/worker': [...['@swc/core', 'memfs', 'source-map-loader', 'swc-loader', 'unionfs', 'webpack']],
};

const kept = packagesOf({ dependencies: readJson('package.json').dependencies, from: dirname(folder) });
detachBundler();
removeOthers(folder);
console.log(`${kept.size} packages are left.`);

/** Collects the folders of packages that are needed, each found as Node finds it. */
function packagesOf({ dependencies, from }) {
  const found = new Set();
  const waiting = Object.keys(dependencies).map((name) => ({ name, from, isOptional: false }));
  for (const { name, from, isOptional } of waiting) {
    const place = placeOf({ name, from });
    if (!place && !isOptional) throw new Error(`${name}, which ${from} needs, is not installed.`);
    if (!place || found.has(place)) continue;
    found.add(place);
    waiting.push(...needsOf({ name, place }));
  }
  return found;
}

function needsOf({ name, place }) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readJson(
    join(place, 'package.json'),
  );
  const required = Object.keys({ ...dependencies, ...peerDependencies }).filter(
    (needed) => !peerDependenciesMeta?.[needed]?.optional && !unusedBy[name]?.includes(needed),
  );
  return [
    ...required.map((needed) => ({
      name: needed,
      from: place,
      isOptional: needed in { ...optionalDependencies },
    })),
    ...Object.keys(optionalDependencies ?? {}).map((needed) => ({
      name: needed,
      from: place,
      isOptional: true,
    })),
  ];
}

function placeOf({ name, from }) {
  for (let parent = from; parent !== dirname(parent); parent = dirname(parent)) {
    const place = join(parent, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
  }
  return undefined;
}

/** The bundler's packages are loaded with the worker, though nothing calls it there. */
function detachBundler() {
  const file = join(folder, bundler);
  const text = readFileSync(file, 'utf8');
  const loads =
    /^const \w+ = (?:__importStar\()?require\("(?:unionfs|memfs|webpack|\.\/bundler\/patch-module-cache)"\)\)?;\n/gm;
  if (text.match(loads)?.length !== 4)
    throw new Error(`${bundler} does not load its packages as it used to.`);
  writeFileSync(file, text.replace(loads, ''));
}

/** @param place a folder of packages, or of those of one scope */
function removeOthers(place) {
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    if (name.startsWith('@')) removeOthers(path);
    else if (!kept.has(path) || !lstatSync(path).isDirectory()) rmSync(path, { recursive: true });
    else if (existsSync(join(path, 'node_modules'))) removeOthers(join(path, 'node_modules'));
  }
  if (readdirSync(place).length === 0) rmSync(place, { recursive: true });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
