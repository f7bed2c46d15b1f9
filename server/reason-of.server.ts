/** Message of an error, for our own log; never for a user. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
