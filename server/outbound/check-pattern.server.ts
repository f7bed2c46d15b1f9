import { RE2JS } from 're2js';
import { AppError } from '#domain/errors.ts';

/** Instructions of a compiled pattern: a search takes time and memory by their number. */
const largestProgram = 5_000;

/**
 * Whether a pattern is RE2 syntax (D14): look-around and back-references are not, as they cannot be matched
 * in linear time. It is compiled, not run, and must not have grown too large.
 * @throws AppError validation_error on successRegex
 */
export function checkPattern(text: string): void {
  if (programSize(text) <= largestProgram) return;
  throw refusal({ message: 'This pattern is too large: use fewer or smaller counts of repetition.' });
}

function programSize(text: string): number {
  try {
    return RE2JS.compile(text).programSize();
  } catch (cause) {
    const message =
      'This pattern cannot be used: write it in RE2 syntax, without look-around or back-references.';
    throw refusal({ message, cause });
  }
}

function refusal({ message, cause }: { message: string; cause?: unknown }): AppError {
  return new AppError('validation_error', { message, details: { successRegex: message }, cause });
}
