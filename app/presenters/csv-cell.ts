/** Signs at the start of a formula, in their plain form; `;` begins a new cell in some spreadsheets. */
const formulaSigns = new Set(['=', '+', '-', '@']);
/** Characters at which some program ends a cell: in the middle of a line, none respects the quotes. */
const separators = new Set([';', '\t', '\r', '\n']);
const blank = /[\s\p{Cc}\p{Cf}]/u;

/**
 * A value as a spreadsheet can take it: text it would read as a formula gets `'` before the sign, at the start of the
 * cell and behind each sign at which a program may split it (OWASP, CSV injection). Blanks and invisible characters
 * before the sign are skipped, and wide forms such as `＝` count. Numbers and dates are never formulas.
 */
export function toCsvCell(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  let text = /^[;\t\r\n\0]/.test(plain(value.charAt(0))) ? "'" : '';
  let isAtStart = true;
  for (const character of value) {
    const sign: string = isAtStart ? plain(character) : character;
    if (isAtStart && formulaSigns.has(sign)) text += "'";
    text += character;
    isAtStart = separators.has(sign) || (isAtStart && blank.test(character));
  }
  return text;
}

/** Wide and small forms as the character they are read as. */
function plain(character: string): string {
  return character.normalize('NFKC');
}
