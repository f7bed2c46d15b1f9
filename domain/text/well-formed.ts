/**
 * A text with U+FFFD for each unpaired surrogate, as an encoder of UTF-8 writes it. Such a text cannot be
 * percent-encoded (URIError), and PostgreSQL refuses it in JSON.
 */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
