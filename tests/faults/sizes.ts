/** Size of each row in a run: the numbers of security.md section 12 with `--full`, smaller ones otherwise. */
export const isFull = process.argv.includes('--full');

export const sizes = {
  /** Minutely jobs that one worker holds when it is killed. */
  held: 1_000,
  burst: isFull ? 10_000 : 2_000,
  deadNames: isFull ? 1_000 : 150,
  hanging: isFull ? 1_000 : 150,
  /** Number of owners: ten accounts at their limits would fill the worker. */
  silentOwners: isFull ? 4 : 1,
  changed: 1_000,
  creates: 500,
  cutMs: isFull ? 60_000 : 20_000,
  fullDiskMs: isFull ? 60_000 : 25_000,
  /** Number of repetitions of the whole series of kills. */
  killRounds: isFull ? 4 : 1,
};
