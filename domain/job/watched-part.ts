/** The part of a response that is compared with that of the last success (D52). */
export type WatchedPart =
  | { kind: 'body' }
  | { kind: 'json'; path: readonly (string | number)[] }
  /** The first group of the pattern, or all that it finds. */
  | { kind: 'pattern'; pattern: string };

export const longestWatch = 256;

/**
 * Reads an answer_watch: `body`, a JSON path such as `$.items[0].version`, or a pattern between slashes.
 * @returns a sentence with the remedy where it is none of these
 */
export function readWatchedPart(text: string): WatchedPart | { message: string } {
  const given = text.trim();
  if (given === 'body') return { kind: 'body' };
  if (given.startsWith('$')) return readPath(given);
  const [, pattern] = /^\/(.+)\/$/s.exec(given) ?? [];
  if (pattern !== undefined) return { kind: 'pattern', pattern };
  return {
    message:
      'Write body, a JSON field such as $.version, or a pattern between slashes such as /version (\\d+)/.',
  };
}

const step = /\.([^.[\]\s]+)|\[(\d{1,6})\]/y;

function readPath(text: string): WatchedPart | { message: string } {
  const path: (string | number)[] = [];
  step.lastIndex = 1;
  for (let at = 1; at < text.length; at = step.lastIndex) {
    const found = step.exec(text);
    if (!found) return pathMessage;
    path.push(found[1] ?? Number(found[2]));
  }
  return path.length === 0 ? pathMessage : { kind: 'json', path };
}

const pathMessage = { message: 'Name a field with .name and [0], such as $.items[0].version.' };

/** A value found in a response, or why there is none. */
export type FoundValue = { text: string } | { problem: 'not_json' | 'no_field' };

/**
 * The value of a JSON path: a text as it is, anything else as JSON.
 * @param text of any length and content
 */
export function valueAtPath({
  text,
  path,
}: {
  text: string;
  path: readonly (string | number)[];
}): FoundValue {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path) {
      // Own properties alone: a path never reaches the prototype, nor the length of a list.
      const isField =
        typeof name === 'number'
          ? Array.isArray(value) && name < value.length
          : typeof value === 'object' &&
            value !== null &&
            !Array.isArray(value) &&
            Object.hasOwn(value, name);
      if (!isField) return { problem: 'no_field' };
      value = (value as Record<string | number, unknown>)[name];
    }
    return { text: typeof value === 'string' ? value : JSON.stringify(value) };
  } catch {
    // No JSON, or nested more deeply than can be written.
    return { problem: 'not_json' };
  }
}

/** Why a success had no value to compare. */
export type WatchProblem = 'too_large' | 'not_json' | 'no_field' | 'no_match' | 'too_slow' | 'no_body';

/** A problem in words, for the page of the job. */
export const watchProblemTexts: Record<WatchProblem, string> = {
  too_large: 'The last response was larger than 256 KiB, so it was not compared.',
  not_json: 'The last response was not JSON, so it was not compared.',
  no_field: 'The last response did not have this field.',
  no_match: 'The last response did not match this pattern.',
  too_slow: 'The pattern took too long on the last response.',
  no_body: 'The last response had no text to compare.',
};
