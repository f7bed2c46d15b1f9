/**
 * Removes the spaces and tabs around a header value (RFC 9110, 5.5). Unlike `trim`, it keeps U+00A0: in latin1 text, that
 * may be the last byte of a UTF-8 character.
 */
export const trimBlanks = (value: string) => value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
