import type { BenchStack } from '../stack.ts';

/** Another way to call the same target at the same instants, in the same run. */
export interface Peer {
  name: string;
  /** Its configuration, in a sentence. */
  setting: string;
  /** Reason why it cannot run here; undefined if it can. */
  missing?: () => Promise<string | undefined>;
  /** Interval between two instants that fits this many jobs. */
  periodMs: (jobs: number) => number;
  mostRounds?: number;
  start: (field: { stack: BenchStack; jobs: number; periodMs: number }) => Promise<RunningPeer>;
}

export interface RunningPeer {
  /** Prefix of its calls' paths. */
  path: string;
  /** Adds the jobs of one instant, seconds before it. */
  prepare?: (instant: number) => Promise<void>;
  stop: () => Promise<void>;
}
