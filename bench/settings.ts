import { parseArgs } from 'node:util';

export interface BenchSettings {
  jobs: number;
  /** Measured rounds, after one that warms the connections. */
  rounds: number;
  hasSchedules: boolean;
  /** Between two instants. */
  periodMs: number;
  /** File for the report besides standard output. */
  out: string | undefined;
}

/** npm run bench -- --jobs 1000 --rounds 5 --schedules --out report.json */
export function readSettings(args: string[]): BenchSettings {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      schedules: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const jobs = atLeastOne({ name: 'jobs', text: values.jobs });
  return {
    jobs,
    rounds: atLeastOne({ name: 'rounds', text: values.rounds }),
    hasSchedules: values.schedules,
    // Results go back at 150 a second: all of a round are home before the next one is armed.
    periodMs: 1000 * Math.max(20, Math.ceil(jobs / 25)),
    out: values.out,
  };
}

function atLeastOne({ name, text }: { name: string; text: string }): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on.`);
  return value;
}
