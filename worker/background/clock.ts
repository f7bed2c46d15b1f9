let aheadMs = 0;

/**
 * The instant in UTC milliseconds: the clock of this process, set right by the database's where they differ by more
 * than 2 s. A fire is due by one clock, whichever worker holds it.
 */
export const now = (): number => Date.now() - aheadMs;

/** @param ms the process's clock minus the database's, as measured by the renewal of the lease */
export function setAhead(ms: number): void {
  aheadMs = ms;
}

/** An instant the process's own clock gave. */
export const corrected = (at: number): number => at - aheadMs;
