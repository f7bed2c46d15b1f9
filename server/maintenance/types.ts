/** A system job: it repeats, each run is safe to repeat, and it is recorded in the table MaintenanceTask. */
export interface MaintenanceTask {
  name: string;
  everyMs: number;
  /** When in each period it starts, counted from the epoch: so that not all of them start at once. */
  offsetMs: number;
  /**
   * Does what there is to do, in short transactions, and stops between two of them when it is told to.
   * @returns how many rows or workflows it changed
   */
  run: (place: { isStopping: () => boolean }) => Promise<number>;
}
