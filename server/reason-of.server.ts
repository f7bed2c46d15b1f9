/** What a fault says of itself, for our own log; never for a user. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
