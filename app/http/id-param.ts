import { AppError } from '#domain/errors.ts';
import { parseId } from '#domain/ids.ts';

/**
 * The id that an address names.
 * @throws AppError not_found: what stands there is no id
 */
export function idParam(text: string | undefined): number {
  const id = parseId(text ?? '');
  if (id === null) throw new AppError('not_found');
  return id;
}
