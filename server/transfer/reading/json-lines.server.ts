import { stringEnd } from './json-values.server.ts';

interface Open {
  isObject: boolean;
  /** The key whose value comes now, or the index of the element. */
  at: string | number;
  isKeyNext: boolean;
}

/**
 * The lines on which the values of a JSON text begin, or their keys, by their path: "jobs/0/headers". Counted from 1.
 * @param text sound JSON: JSON.parse has read it
 * @param depth how many names a path has at most
 */
export function jsonLines({ text, depth }: { text: string; depth: number }): Map<string, number> {
  const lines = new Map<string, number>();
  const open: Open[] = [];
  let line = 1;
  const record = () => {
    if (open.length <= depth) lines.set(open.map(({ at }) => at).join('/'), line);
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    const top = open.at(-1);
    if (character === '\n') line += 1;
    else if (character === '{' || character === '[') {
      if (!top?.isObject) record();
      const isObject = character === '{';
      open.push({ isObject, at: isObject ? '' : 0, isKeyNext: isObject });
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && top) {
      if (typeof top.at === 'number') top.at += 1;
      top.isKeyNext = top.isObject;
    } else if (character === '"') {
      const end = stringEnd({ text, start: index });
      if (top?.isKeyNext) {
        top.at = JSON.parse(text.slice(index, end + 1)) as string;
        top.isKeyNext = false;
        record();
      }
      index = end;
    }
  }
  return lines;
}
