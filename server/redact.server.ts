/** Such as PrismaClientKnownRequestError, which is long like a token. */
const errorName = /^[A-Z][A-Za-z]+(?:Error|Exception)$/;

/**
 * A message of foreign code without quoted data: quotations, values of a database key, URLs with their credentials,
 * email addresses, possible tokens, and control characters (security.md section 7).
 */
export function redact(message: string): string {
  return (
    message
      // Up to the last quote: a quoted JSON text holds quotes itself.
      .replace(/".*"/gs, '…')
      // Inside a word it is an apostrophe.
      .replace(/(?<!\w)'[^']*'|`[^`]*`/g, '…')
      // The head of a cut quotation, and a key as PostgreSQL reports it: (email)=(ada@example.com).
      .replace(/(?:["`]|(?<!\w)').*/s, '…')
      .replace(/=\([^)]*\)?/g, '=…')
      // From the start of a word only: a try at each of its letters would cost the square of its length.
      .replace(/(?<!\w)\w+:\/\/\S+/g, '…')
      .replace(/(?<!\S)\S+@\S+/g, '…')
      .replace(/[\w+/=-]{24,}/g, (word) => (errorName.test(word) ? word : '…'))
      .replace(/[\u0000-\u001f\u007f]/g, ' ')
  );
}
