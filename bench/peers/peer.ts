import type { BenchStack } from '../stack.ts';

/** Another way to call the same target at the same instants, in the same run. */
export interface Peer {
  name: string;
  /** The configuration it is allowed, in a sentence. */
  setting: string;
  /** Why it cannot run here; undefined where it can. */
  missing?: () => Promise<string | undefined>;
  /** Interval that fits this many jobs; two instants are this far apart. */
  periodMs: (jobs: number) => number;
  mostRounds?: number;
  start: (field: { stack: BenchStack; jobs: number; periodMs: number }) => Promise<RunningPeer>;
}

export interface RunningPeer {
  /** Prefix of its calls' paths. */
  path: string;
  /** Hands in the jobs of one instant, seconds before it. */
  prepare?: (instant: number) => Promise<void>;
  stop: () => Promise<void>;
}
