import { readFileSync } from 'node:fs';

/**
 * Reports whether a version of Node satisfies a range of the form `^20.19 || >=22.12`.
 * @param {{ version: string, range: string }} question
 */
export function satisfies({ version, range }) {
  const have = numbersOf(version);
  return range.split('||').some((part) => {
    const text = part.trim();
    const least = numbersOf(text);
    if (compareNumbers(have, least) < 0) return false;
    return text.startsWith('^') ? have[0] === least[0] : true;
  });
}

/** Ends the process with a sentence where this Node is too old for the product. */
export function checkNode({ clone }) {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', clone), 'utf8'));
  if (satisfies({ version: process.versions.node, range: engines.node })) return;
  console.error(`Punctual needs Node ${engines.node}; this is ${process.versions.node}.`);
  process.exit(1);
}

/** @returns {number} below 0 if version `a` is the older one, 0 if they are equal */
export const compareVersions = (a, b) => compareNumbers(numbersOf(a), numbersOf(b));

/** @returns {number} the major version of a version such as `24.21.0` */
export const majorOf = (version) => numbersOf(version)[0];

function numbersOf(text) {
  const [major = 0, minor = 0, patch = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [major, minor, patch];
}

function compareNumbers(a, b) {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : a[at] - b[at];
}
