import type { Claim, ClaimedCall, HeldFire } from '#server/executions/ledger/types.ts';

export interface PadOrder extends HeldFire {
  /** Version of the job for this instant. */
  version: number;
}

/** Result of a fire in the pad: call now, drop, or retry later in this or another worker. */
export type Launch =
  Exclude<Claim, { kind: 'busy' }> | { kind: 'put_off'; ms: number } | { kind: 'no_lease' };

export interface HeldEntry {
  order: PadOrder;
  state: 'held' | 'looking' | 'ready' | 'gone';
  /** When the ledger is asked again; null before the first look. */
  recheckAt: number | null;
  /** The event it waits for came during its claim pass. */
  isRecheckRequested: boolean;
  call: ClaimedCall | null;
  isDeleted: boolean;
  /** The newest version of its job it has heard of. */
  newest: number;
  leave: (launch: Launch) => void;
  fail: (error: Error) => void;
}

/** A change of a job, as the database tells it. */
export interface JobChange {
  jobId: number;
  version: number | 'deleted';
}

export interface PadSettings {
  /** Milliseconds of the wall clock. */
  now?: () => number;
  /** Asks the ledger; one answer for each fire, in their order. */
  claim: (fires: HeldFire[]) => Promise<Claim[]>;
  /** Whether this worker may claim: without a lease others take it for dead. */
  hasLease: () => boolean;
  /** Whether it may make a call that it claimed: not if others have settled it since. */
  mayCall: (call: ClaimedCall) => boolean;
  /** Whether so many calls may be out beside those that are. */
  hasRoom?: (calls: number) => boolean;
  /** A claimed call that this pad does not let go after all. */
  giveBack?: (call: ClaimedCall) => void;
  /** So many milliseconds an unclaimed fire shall wait outside; null if it stays and is looked at each second. */
  retryLaterMs?: (order: PadOrder) => number | null;
  onError?: (error: unknown) => void;
}
