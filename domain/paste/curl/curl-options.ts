import { curlOptions, type CurlEffect, type CurlOption } from './curl-option-list.ts';

/** An option of a command with its value, or an address. */
export interface CurlArgument {
  effect: CurlEffect;
  value: string;
  /** As it was written: `-X`, `--header`. */
  name: string;
  /** The word after an unknown option: its value, or an address if there is no other one. */
  isDoubtful?: true;
}

const notKnown = { left: 'This option is not known here.' };
const byLong = new Map(curlOptions.map((one) => [one.long, one]));
const byShort = new Map(
  curlOptions.flatMap((one) => (one.short === null ? [] : [[one.short, one] as const])),
);
const sortedNames = [...byLong.keys()].sort();

/** Reports whether curl has a long option of this name. */
export function isLongOption(name: string): boolean {
  return optionOf(name) !== null;
}

/** The option of a name, possibly abbreviated while unambiguous, or negated as `--no-…`. */
function optionOf(name: string): CurlOption | null {
  const known = byLong.get(name) ?? shortenedTo(name);
  if (known) return known;
  const positive = name.startsWith('no-') ? byLong.get(name.slice(3)) : undefined;
  return positive && !positive.hasValue ? { ...positive, effect: 'quiet' } : null;
}

function shortenedTo(name: string): CurlOption | undefined {
  if (name.length < 3) return undefined;
  let low = 0;
  for (let high = sortedNames.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((sortedNames[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  const [found, next] = sortedNames.slice(low, low + 2);
  return found?.startsWith(name) && !next?.startsWith(name) ? byLong.get(found) : undefined;
}

/** Takes the words after `curl` apart into options with their values, and addresses. */
export function curlArguments(words: readonly string[]): CurlArgument[] {
  const found: CurlArgument[] = [];
  let isAfterOptions = false;
  let isAfterUnknown = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const count = found.length;
    if (word === '--' && !isAfterOptions) {
      isAfterOptions = true;
    } else if (isAfterOptions || !word.startsWith('-') || word === '-') {
      const isDoubtful = isAfterUnknown && !/^https?:\/\//i.test(word);
      found.push({ effect: 'url', value: word, name: word, ...(isDoubtful && { isDoubtful }) });
    } else if (word.startsWith('--')) {
      at += longOption({ word, next: words[at + 1] ?? '', found });
    } else {
      at += shortOptions({ letters: word.slice(1), next: words[at + 1] ?? '', found });
    }
    isAfterUnknown = found.length > count && found.at(-1)?.effect === notKnown;
  }
  return found;
}

/** `--name value`, and `--name=value`, which curl refuses. Returns the number of further words used. */
function longOption({ word, next, found }: { word: string; next: string; found: CurlArgument[] }): number {
  const [name = '', inline] = word.slice(2).split(/=(.*)/s);
  const known = optionOf(name);
  found.push({
    effect: known?.effect ?? notKnown,
    value: known?.hasValue ? (inline ?? next) : '',
    name: `--${name}`,
  });
  return known?.hasValue && inline === undefined ? 1 : 0;
}

/** `-fsSX POST` and `-XPOST`: an option with a value ends the cluster. Returns the number of further words it took. */
function shortOptions({
  letters,
  next,
  found,
}: {
  letters: string;
  next: string;
  found: CurlArgument[];
}): number {
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charAt(index);
    const known = byShort.get(letter);
    const name = `-${letter}`;
    if (!known?.hasValue) {
      found.push({ effect: known?.effect ?? notKnown, value: '', name });
      continue;
    }
    const inline = letters.slice(index + 1);
    found.push({ effect: known.effect, value: inline || next, name });
    return inline ? 0 : 1;
  }
  return 0;
}
