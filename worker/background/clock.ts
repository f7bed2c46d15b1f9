let aheadMs = 0;

/**
 * The instant in UTC milliseconds: the clock of this process, set right by the database's where they differ by more
 * than 2 s. A fire is due by one clock, whichever worker holds it.
 */
export const now = (): number => Date.now() - aheadMs;

/** @param ms the process's clock less the database's, as the renewal of the lease tells it */
export function setAhead(ms: number): void {
  aheadMs = ms;
}

/** An instant the process's own clock gave. */
export const corrected = (at: number): number => at - aheadMs;
