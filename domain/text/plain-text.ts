/** Text on one line: no control character and no half of a surrogate pair. For schemas that describe themselves. */
export const plainLine = /^[^\p{Cc}\p{Cs}]*$/u;

const unkept = {
  line: /[\p{Cc}\p{Cs}]/u,
  text: /\p{Cs}|(?![\t\n\r])\p{Cc}/u,
  content: /\p{Cs}/u,
};

/**
 * The one rule for text that is kept and shown. PostgreSQL has no U+0000 in its texts, U+001F parts tags there, and half of
 * a surrogate pair has no UTF-8.
 * @param kind `line` takes no control characters, `text` takes tabs and line breaks, `content` (sent on byte for byte) all
 * @returns the sentence for the field; null when the text can be kept
 */
export function characterError({ text, kind }: { text: string; kind: keyof typeof unkept }): string | null {
  const [found] = unkept[kind].exec(text) ?? [];
  if (found === undefined) return null;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Remove the character U+${code}: it cannot be stored.`;
}
