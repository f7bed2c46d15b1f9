/** JSON nested deeper is shown as it came. */
export const deepestIndented = 64;
/** Limit of indented text in characters (256 Ki); longer text is shown as received. */
export const longestIndented = 262_144;

/**
 * JSON on several lines, two spaces per level; any other text unchanged. Only the space between tokens changes: a
 * number of 20 digits, a repeated key and an escape stay as written. Text nested deeper than 64 levels, or longer than
 * 256 Ki characters when indented, is returned unchanged: the spaces of deep nesting grow with its square.
 */
export function indentJson(text: string): string {
  return text.length > longestIndented || !isJson(text)
    ? text
    : (layOutJson({ json: text, gap: '  ', most: longestIndented }) ?? text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/**
 * Lays JSON out as JSON.stringify does with a gap. Ends as soon as the text is longer than `most`.
 * @param json a valid JSON text
 * @param gap the space of one level; empty for JSON on one line
 * @param most characters
 * @returns null when the result would be longer, or is nested deeper than 64 levels
 */
export function layOutJson({ json, gap, most }: { json: string; gap: string; most: number }): string | null {
  const lineOf = Array.from({ length: deepestIndented + 1 }, (_, depth) => `\n${gap.repeat(depth)}`);
  const colon = gap === '' ? ':' : ': ';
  const pieces: string[] = [];
  let length = 0;
  let depth = 0;
  let before = '';
  for (const [text] of json.matchAll(token)) {
    const isOpening = text === '{' || text === '[';
    const isClosing = text === '}' || text === ']';
    if (isClosing) depth -= 1;
    const isFirstInside = (before === '{' || before === '[') && !isClosing;
    const isLastInside = isClosing && before !== '{' && before !== '[';
    const line = gap !== '' && (isFirstInside || isLastInside || before === ',') ? (lineOf[depth] ?? '') : '';
    const piece = line + (text === ':' ? colon : text);
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
    if (isOpening) depth += 1;
    if (depth > deepestIndented) return null;
    before = text;
  }
  return pieces.join('');
}
