/** A system job: it repeats, each run is safe to repeat, and it is recorded in the table MaintenanceTask. */
export interface MaintenanceTask {
  name: string;
  everyMs: number;
  /** When in each period it starts, counted from the epoch: so not all of them start at once. */
  offsetMs: number;
  /**
   * Runs the task in short transactions; stops between two of them once `isStopping` is true.
   * @returns number of changed rows or workflows
   */
  run: (place: { isStopping: () => boolean }) => Promise<number>;
}
