import type { Claim, ClaimedCall, HeldFire } from '#server/executions/ledger/types.ts';

export interface PadOrder extends HeldFire {
  /** The job's version that named this instant. */
  version: number;
}

/** How a fire leaves the pad: to be called now, not at all, or to come again after a long wait elsewhere or in another worker. */
export type Launch =
  Exclude<Claim, { kind: 'busy' }> | { kind: 'put_off'; ms: number } | { kind: 'no_lease' };

export interface Entry {
  order: PadOrder;
  state: 'held' | 'looking' | 'ready' | 'gone';
  /** When the ledger is asked again; null before the first look. */
  recheckAt: number | null;
  /** What it may have waited for came while it was being looked at. */
  isRecheckRequested: boolean;
  call: ClaimedCall | null;
  isDeleted: boolean;
  /** The newest version of its job that it has heard of. */
  newest: number;
  leave: (launch: Launch) => void;
  fail: (error: Error) => void;
}

/** A change of a job, as the database tells it. */
export interface JobChange {
  jobId: number;
  version: number | 'deleted';
}
