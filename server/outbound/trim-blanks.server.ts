/**
 * A header's value without the spaces and tabs around it (RFC 9110, 5.5). Not `trim`: it removes U+00A0 too, which in
 * latin1 may be the last byte of a character.
 */
export const trimBlanks = (value: string) => value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
