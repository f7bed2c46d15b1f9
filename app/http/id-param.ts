import { AppError } from '#domain/errors.ts';
import { parseExecutionId, parseId } from '#domain/ids.ts';

/**
 * The job's id in an address.
 * @throws AppError not_found: it is not an id
 */
export function jobIdOf(text: string | undefined): number {
  return found(parseId(text));
}

/** The same for an execution. */
export function executionIdOf(text: string | undefined): number {
  return found(parseExecutionId(text));
}

/** The same for a channel. */
export function channelIdOf(text: string | undefined): number {
  return found(parseId(text));
}

/** The same for an incident. */
export function incidentIdOf(text: string | undefined): number {
  return found(parseId(text));
}

function found(id: number | null): number {
  if (id === null) throw new AppError('not_found');
  return id;
}
