import { base64 } from '#domain/paste/base64.ts';
import { layOutJson } from '#domain/text/indent-json.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { made, type JsState } from './js-state.ts';
import { formText, known, pairsOf, textOfValue, type JsValue, type Known, type JsPairs } from './js-value.ts';

/** Reads arguments up to the bracket that closes them. */
type ReadArguments = (state: JsState) => JsValue[];

const constructors = new Set(['Headers', 'URLSearchParams', 'FormData', 'URL', 'Request']);
const functions = new Set(['String', 'encodeURIComponent', 'btoa']);

/** Reports whether an object or a function of the platform makes a value here. */
export function isMade(state: JsState): boolean {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((offset) => valueAt(state, offset));
  if (first === 'new') return constructors.has(second ?? '') && third === '(';
  if (first === 'JSON') return second === '.' && third === 'stringify' && fourth === '(';
  return functions.has(first ?? '') && second === '(';
}

/** Result of `new Headers({…})`, `JSON.stringify(…)` and the like; null if it is only known at run time. */
export function makeOf({ state, read }: { state: JsState; read: ReadArguments }): JsValue | null {
  const first = valueAt(state, 0);
  const kind = first === 'new' ? valueAt(state, 1) : first;
  state.at += first === 'new' ? 2 : first === 'JSON' ? 3 : 1;
  const given = taken({ state, read });
  if (given === null) return null;
  switch (kind) {
    case 'Headers':
    case 'URLSearchParams':
    case 'FormData':
      return pairsOf({ kind, given: given[0] });
    case 'Request':
      return { request: given };
    case 'URL':
      return address(given);
    case 'JSON':
      return stringified({ state, given });
    default:
      return applied({ state, kind, given: given[0] });
  }
}

/** The arguments between the bracket here and the one that closes it; null where they do not fill it. */
function taken({ state, read }: { state: JsState; read: ReadArguments }): JsValue[] | null {
  const end = state.code.closers[state.at];
  state.at += 1;
  const given = read(state);
  const isWhole = end !== undefined && end < state.code.tokens.length && state.at === end;
  if (isWhole) state.at = end + 1;
  return isWhole ? given : null;
}

function address([target, base]: JsValue[]): JsValue | null {
  const text = target && textOfValue(target);
  if (typeof text !== 'string') return null;
  if (base === undefined) return { value: text };
  const from = textOfValue(base);
  const url = from === null ? null : parseUrl(text, from);
  return url && { value: url.href };
}

function stringified({ state, given: [first, , space] }: { state: JsState; given: JsValue[] }): Known | null {
  const inside = first ? known(first) : null;
  if (inside?.value === undefined) return null;
  const indent = space ? known(space)?.value : undefined;
  const json = JSON.stringify(inside.value);
  const size = typeof indent === 'number' ? Math.max(0, Math.min(10, Math.floor(indent))) : 0;
  const gap = typeof indent === 'string' ? indent.slice(0, 10) : ' '.repeat(size);
  const text = gap === '' ? json : layOutJson({ json, gap, most: state.spare });
  return text === null ? null : made({ state, text });
}

function applied({
  state,
  kind,
  given,
}: {
  state: JsState;
  kind: string;
  given: JsValue | undefined;
}): Known | null {
  const text = given === undefined ? null : textOfValue(given);
  if (text === null) return null;
  if (kind === 'String') return made({ state, text });
  if (kind === 'encodeURIComponent') return made({ state, text: encodeURIComponent(text) });
  // btoa takes characters as bytes: beyond ASCII it makes no UTF-8.
  return /^[\0-\x7f]*$/.test(text) ? made({ state, text: base64(text) }) : null;
}

/** A value with its suffix: `.toString()` and `.href` of a value that is text in the end. */
export function tailOf({ state, given }: { state: JsState; given: JsValue }): JsValue | null {
  if (valueAt(state, 0) !== '.') return given;
  const isText = valueAt(state, 1) === 'toString' && valueAt(state, 2) === '(' && valueAt(state, 3) === ')';
  if (!isText && valueAt(state, 1) !== 'href') return null;
  const text = 'kind' in given && given.kind === 'URLSearchParams' ? formText(given) : textOfValue(given);
  state.at += isText ? 4 : 2;
  return text === null ? null : made({ state, text });
}

/** A value after its `append` and `set`; null where one of them changes it otherwise. */
export function withChanges({
  state,
  given,
  changes,
  read,
}: {
  state: JsState;
  given: JsValue;
  changes: readonly number[];
  read: ReadArguments;
}): JsValue | null {
  if (changes.length === 0) return given;
  if (!('kind' in given)) return null;
  const pairs: (JsPairs['pairs'][number] | null)[] = [...given.pairs];
  const keyOf = (name: string) => (given.kind === 'Headers' ? name.toLowerCase() : name);
  const places = new Map<string, number[]>();
  const keep = ({ name, index }: { name: string; index: number }) => {
    const known = places.get(keyOf(name));
    if (known) known.push(index);
    else places.set(keyOf(name), [index]);
  };
  for (const [index, [name]] of given.pairs.entries()) keep({ name, index });
  for (const at of changes) {
    state.at = at + 1;
    const [first, value] = taken({ state, read }) ?? [];
    const name = first && textOfValue(first);
    if (typeof name !== 'string' || value === undefined) return null;
    if (state.code.tokens[at]?.value === 'set') {
      for (const index of places.get(keyOf(name)) ?? []) pairs[index] = null;
      places.delete(keyOf(name));
    }
    keep({ name, index: pairs.push([name, value]) - 1 });
  }
  return { ...given, pairs: pairs.filter((pair) => pair !== null) };
}

function valueAt({ code: { tokens }, at }: JsState, offset: number): string {
  return tokens[at + offset]?.value ?? '';
}
