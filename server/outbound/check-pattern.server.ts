import { RE2JS } from 're2js';
import { AppError } from '#domain/errors.ts';

/**
 * Whether a pattern is RE2 syntax (D14): look-around and back-references are not, as they cannot be matched
 * in linear time.
 * @throws AppError validation_error on successRegex
 */
export function checkPattern(text: string): void {
  try {
    RE2JS.compile(text);
  } catch (cause) {
    const message =
      'This pattern cannot be used: write it in RE2 syntax, without look-around or back-references.';
    throw new AppError('validation_error', { message, details: { successRegex: message }, cause });
  }
}
