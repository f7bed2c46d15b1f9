/**
 * A text as LIKE of PostgreSQL reads it literally: % and _ are its wildcards. Without U+0000, which the database can
 * neither hold nor take: it would refuse the whole statement.
 */
export function escapeLike(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/[\\%_]/g, String.raw`\$&`);
}
