import type { JsCode } from './js-code.ts';
import { jsNames, type JsName } from './js-names.ts';
import type { JsValue, Known } from './js-value.ts';

/** Lists, objects and calls within each other that are read. */
const deepest = 64;
/** Maximum size of a payload (D41a). */
const mostMade = 262_144;

/** A piece of JavaScript while it is read. */
export interface JsState {
  code: JsCode;
  /** Index of a token. */
  at: number;
  /** Lists, objects and calls that are open. */
  depth: number;
  /** Nesting went beyond what is read. */
  isTooDeep: boolean;
  /** Characters that JSON.stringify, search parameters and names may still make: each level can double the text. */
  spare: number;
  /** Names the code gives to values. */
  names: ReadonlyMap<string, JsName>;
  /** A name's value, and the characters each use of it costs. Null while it is being read. */
  values: Map<string, { given: JsValue; size: number } | null>;
}

/** The state in which the calls of a piece of code are read. */
export function jsState(code: JsCode): JsState {
  return {
    code,
    at: 0,
    depth: 0,
    isTooDeep: false,
    spare: mostMade,
    names: jsNames(code),
    values: new Map(),
  };
}

/** Reads what is nested one level deeper; null beyond the last level. */
export function deeper<Read>(state: JsState, read: (state: JsState) => Read | null): Read | null {
  if (state.depth === deepest) {
    state.isTooDeep = true;
    return null;
  }
  state.depth += 1;
  const found = read(state);
  state.depth -= 1;
  return found;
}

/** A text the code makes of others; null once they are longer than a payload together. */
export function made({ state, text }: { state: JsState; text: string }): Known | null {
  if (text.length > state.spare) return null;
  state.spare -= text.length;
  return { value: text };
}
