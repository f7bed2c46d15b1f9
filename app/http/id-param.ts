import { AppError } from '#domain/errors.ts';
import { parseExecutionId, parseId } from '#domain/ids.ts';

/**
 * The job's id an address names.
 * @throws AppError not_found: what stands there is no id
 */
export function jobIdOf(text: string | undefined): number {
  return found(parseId(text));
}

/** The same for an execution. */
export function executionIdOf(text: string | undefined): number {
  return found(parseExecutionId(text));
}

function found(id: number | null): number {
  if (id === null) throw new AppError('not_found');
  return id;
}
