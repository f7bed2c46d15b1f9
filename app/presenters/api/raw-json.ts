import { randomUUID } from 'node:crypto';

/** Raw values within one call of `stringifyRaw`; null outside of one. */
let collect: ((text: string) => string) | null = null;

/**
 * A JSON document written as it was received: parsing and serializing would change its numbers, repeated names and
 * escapes.
 */
export class RawJson {
  readonly text: string;
  readonly value: unknown;

  /**
   * @param text valid JSON
   * @param value the same, parsed: for writers that know nothing of texts
   */
  constructor({ text, value }: { text: string; value: unknown }) {
    this.text = text;
    this.value = value;
  }

  toJSON(): unknown {
    return collect ? collect(this.text) : this.value;
  }
}

/** JSON.stringify, but for RawJson, whose text is kept. */
export function stringifyRaw(value: unknown): string {
  const texts: string[] = [];
  // An unguessable marker replaces each text.
  const mark = randomUUID();
  collect = (text) => `${mark}:${texts.push(text) - 1}`;
  try {
    const json = JSON.stringify(value);
    if (texts.length === 0) return json;
    return json.replace(new RegExp(`"${mark}:(\\d+)"`, 'g'), (_, index) => texts[Number(index)] ?? 'null');
  } finally {
    collect = null;
  }
}
