import { isOpener, type JsCode } from './js-code.ts';

/** A name of a value in the code. */
export interface JsName {
  /** Index of the first token of its value. */
  from: number;
  /** Calls of `name.append(…)` and `name.set(…)`: indexes of the tokens `append` and `set`. */
  changes: number[];
}

const declaring = new Set(['const', 'let', 'var']);
const changing = new Set(['append', 'set']);
const reading = new Set(['toString', 'href']);
const conditions = new Set(['if', 'while', 'for', 'switch', 'with', 'catch']);
const assigning = /^(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=$/;

/**
 * Names that are assigned once: `const name = …`. A name that is declared twice, is a function's parameter, or changes
 * other than by `append` and `set` does not count: its value is only known at run time.
 */
export function jsNames(code: JsCode): Map<string, JsName> {
  const { tokens } = code;
  const names = new Map<string, JsName>();
  const lost = parametersOf(code);
  const valueAt = (index: number) => tokens[index]?.value ?? '';
  for (const [index, { type, value }] of tokens.entries()) {
    if (type !== 'IdentifierName' || valueAt(index - 1) === '.' || valueAt(index - 1) === '?.') continue;
    const next = valueAt(index + 1);
    if (declaring.has(valueAt(index - 1)) && (next === '=' || next === ':')) {
      const from = next === '=' ? index + 2 : typedValueAt({ code, index: index + 1 });
      if (names.has(value) || from === null) lost.add(value);
      else names.set(value, { from, changes: [] });
    } else if (next === '.' && changing.has(valueAt(index + 2)) && valueAt(index + 3) === '(') {
      names.get(value)?.changes.push(index + 2);
    } else if (isLost({ next, after: valueAt(index + 2), before: valueAt(index - 2) })) {
      lost.add(value);
    }
  }
  for (const name of lost) names.delete(name);
  return names;
}

/** `name: Type = value` of TypeScript: where the value begins. */
function typedValueAt({ code: { tokens, closers }, index }: { code: JsCode; index: number }): number | null {
  for (let at = index; at < tokens.length && at < index + 12; at += 1) {
    const token = tokens[at];
    if (token?.value === '=') return at + 1;
    if (token && isOpener(token)) at = closers[at] ?? at;
  }
  return null;
}

function isLost({ next, after, before }: { next: string; after: string; before: string }): boolean {
  if (assigning.test(next) || next === '++' || next === '--' || next === '=>') return true;
  if (next === '[' || next === '?.') return true;
  return before === 'assign' || (next === '.' && !reading.has(after));
}

/** The parameters of functions: within brackets that `=>` or a body follows. */
function parametersOf({ tokens, closers }: JsCode): Set<string> {
  const found = new Set<string>();
  for (const [index, { value }] of tokens.entries()) {
    const end = closers[index];
    if (value !== '(' || end === undefined || conditions.has(tokens[index - 1]?.value ?? '')) continue;
    const follows = tokens[end + 1]?.value;
    if (follows !== '=>' && follows !== '{') continue;
    for (let at = index + 1; at < end; at += 1) {
      const token = tokens[at];
      if (token?.type === 'IdentifierName') found.add(token.value);
      // A pattern such as `{ url }` binds names too; only one level of it is read.
      if (token?.value === '(') at = closers[at] ?? at;
    }
  }
  return found;
}
