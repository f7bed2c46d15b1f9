import type { Claim, ClaimedCall, HeldFire } from '#server/executions/types.ts';

export interface PadOrder extends HeldFire {
  /** The job's version that named this instant. */
  version: number;
}

/** How a fire leaves the pad: to be called now, not at all, or to come again after a long wait elsewhere. */
export type Launch = Exclude<Claim, { kind: 'busy' }> | { kind: 'put_off'; ms: number };

export interface Entry {
  order: PadOrder;
  state: 'held' | 'looking' | 'ready' | 'gone';
  /** When the ledger is asked again; null before the first look. */
  lookAt: number | null;
  /** What it may have waited for came while it was being looked at. */
  isAsked: boolean;
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
  /** Puts a claimed call that has not left back among the fires that wait; where that fails, the next look hands it out again. */
  unclaim?: (call: ClaimedCall) => Promise<void>;
  /** So many milliseconds an unclaimed fire shall wait outside; null if it stays and is looked at each second. */
  putOffMs?: (order: PadOrder) => number | null;
  onFault?: (error: unknown) => void;
}
