/** A value known from the code. */
export interface Known {
  value: unknown;
}

/** An expression that only the program knows. */
export interface Unknown {
  source: string;
}

/** An object of the Fetch Standard that is a list of pairs. */
export interface JsPairs {
  kind: 'Headers' | 'URLSearchParams' | 'FormData';
  pairs: [name: string, value: JsValue][];
}

/** `new Request(address, options)`. */
export interface RequestObject {
  request: JsValue[];
}

/** An object literal: its members by their names. */
export type Members = Map<string, JsValue>;

/** A value in a piece of JavaScript. */
export type JsValue = Known | Unknown | JsPairs | RequestObject | Members;

interface SearchParams {
  append(name: string, value: string): void;
  toString(): string;
}
declare const URLSearchParams: { new (from: string | string[][]): SearchParams };

/** Evaluates an expression; null if a part is only known at run time. */
export function known(given: JsValue): Known | null {
  if (!(given instanceof Map)) return 'value' in given ? given : null;
  const entries: [string, unknown][] = [];
  for (const [key, one] of given) {
    const inside = known(one);
    if (inside === null) return null;
    entries.push([key, inside.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** A value as a text of a template or an address: `null` for an object, and for what only the program knows. */
export function textOfValue(given: JsValue): string | null {
  if ('kind' in given && given.kind === 'URLSearchParams') return formText(given);
  const inside = known(given);
  if (inside === null || (typeof inside.value === 'object' && inside.value !== null)) return null;
  return String(inside.value);
}

/** Search parameters as they are sent (URL Standard); null where a part is known to the program only. */
export function formText({ pairs }: JsPairs): string | null {
  const texts: string[][] = [];
  for (const [name, given] of pairs) {
    const value = textOfValue(given);
    if (value === null) return null;
    texts.push([name, value]);
  }
  return new URLSearchParams(texts).toString();
}

/**
 * Result of `new Headers`, `new URLSearchParams` or `new FormData` with its argument; null for other arguments.
 * @param given undefined without an argument
 */
export function pairsOf({
  kind,
  given,
}: {
  kind: JsPairs['kind'];
  given: JsValue | undefined;
}): JsPairs | null {
  if (given === undefined || kind === 'FormData') return { kind, pairs: [] };
  if (given instanceof Map) return { kind, pairs: [...given] };
  if ('kind' in given) return { kind, pairs: [...given.pairs] };
  const value = known(given)?.value;
  if (kind === 'URLSearchParams' && typeof value === 'string') {
    const text = new URLSearchParams(value).toString();
    return { kind, pairs: text === '' ? [] : pairsOfForm(text) };
  }
  if (!Array.isArray(value)) return null;
  const pairs = (value as unknown[]).map((pair): [string, JsValue] | null => {
    if (!Array.isArray(pair) || pair.length !== 2) return null;
    const [name, inside] = pair as [unknown, unknown];
    return typeof name === 'string' || typeof name === 'number' ? [String(name), { value: inside }] : null;
  });
  return pairs.every((pair) => pair !== null) ? { kind, pairs } : null;
}

function pairsOfForm(text: string): JsPairs['pairs'] {
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return text.split('&').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)/s.exec(pair) ?? [];
    return [decoded(name), { value: decoded(value) }];
  });
}
