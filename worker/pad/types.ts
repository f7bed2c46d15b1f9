import type { Claim, ClaimedCall, HeldFire } from '#server/executions/types.ts';

export interface PadOrder extends HeldFire {
  /** The job's version that named this instant. */
  version: number;
}

/** How a fire leaves the pad: to be called now, or not at all. */
export type Launch = Exclude<Claim, { kind: 'busy' }>;

export interface Entry {
  order: PadOrder;
  state: 'held' | 'looking' | 'ready' | 'gone';
  /** When the ledger is asked; -Infinity is at once. */
  lookAt: number;
  call: ClaimedCall | null;
  isDeleted: boolean;
  leave: (launch: Launch) => void;
  fail: (error: Error) => void;
}

/** A change of a job, as the database tells it. */
export interface JobChange {
  jobId: number;
  version: number | 'deleted';
}
