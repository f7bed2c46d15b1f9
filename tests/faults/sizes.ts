const args = process.argv.slice(2);
export const isFull = args.includes('--full');

/** Arguments that are no names of parts. */
export const options = args.filter((argument) => /^--|^\d+$/.test(argument));

/** A number among the arguments, after its name; the default without it. */
function numberAfter({ name, by }: { name: string; by: number }): number {
  const index = args.indexOf(name);
  const given = index < 0 ? by : Number(args[index + 1]);
  if (!Number.isFinite(given) || given <= 0) throw new Error(`${name} takes a number above 0.`);
  return given;
}

/** Size of each row in a run: the numbers of security.md section 12 with `--full`, smaller ones otherwise. */

export const sizes = {
  /** Minutely jobs that one worker holds when it is killed. */
  held: 1_000,
  burst: isFull ? 10_000 : 2_000,
  deadNames: isFull ? 1_000 : 150,
  hanging: isFull ? 1_000 : 150,
  /** Number of owners: ten accounts at their limits would fill the worker. */
  silentOwners: isFull ? 4 : 1,
  /** Minutely jobs that workers hold from fire to fire: 100 fires a second. */
  residents: numberAfter({ name: '--residents', by: 6_000 }),
  /** The same where their number does not matter. */
  someResidents: 240,
  /** Jobs of each ten seconds. */
  frequent: 20,
  /** Time that Temporal is away, given in seconds. */
  temporalAwayMs: numberAfter({ name: '--temporal-away', by: isFull ? 3_600 : 180 }) * 1_000,
  /** Jobs that begin to fail within the same minute, with three channels each. */
  alertJobs: numberAfter({ name: '--alert-jobs', by: isFull ? 5_000 : 300 }),
  changed: 1_000,
  creates: 500,
  cutMs: isFull ? 60_000 : 20_000,
  fullDiskMs: isFull ? 60_000 : 25_000,
  /** Number of repetitions of the whole series of kills. */
  killRounds: isFull ? 4 : 1,
};
