import type { Claim, ClaimedCall, HeldFire } from '#server/executions/ledger/types.ts';

export interface PadOrder extends HeldFire {
  /** Version of the job for this instant. */
  version: number;
}

/** Result of a fire in the pad: call now, drop, or hand it in again later. */
export type Launch = Exclude<Claim, { kind: 'busy' }> | { kind: 'retry_later'; ms: number };

export interface HeldEntry {
  order: PadOrder;
  state: 'held' | 'claiming' | 'ready' | 'gone';
  /** Time of the next recheck; null before the first claim pass. */
  recheckAt: number | null;
  /** The ledger has decided about it, if only to wait. */
  isDecided: boolean;
  /** The event it waits for came during its claim pass. */
  isRecheckRequested: boolean;
  call: ClaimedCall | null;
  isDeleted: boolean;
  /** The newest known version of its job. */
  newest: number;
  /** Called once the fire waits after its instant: for a call of its job, a limit, or another worker. */
  onWaiting: () => void;
  leave: (launch: Launch) => void;
  fail: (error: Error) => void;
}

/** A change of a job, as the database announces it. */
export interface JobChange {
  jobId: number;
  version: number | 'deleted';
}

export interface PadSettings {
  /** Milliseconds of the wall clock. */
  now?: () => number;
  /** Claims in the ledger; one claim per fire, in their order. */
  claim: (fires: HeldFire[]) => Promise<Claim[]>;
  /** This worker may claim: without a lease, others take it for dead. */
  hasLease: () => boolean;
  /** It may make a claimed call: not if others have rescued it since. */
  mayCall: (call: ClaimedCall) => boolean;
  /** This many more calls may be in flight. */
  hasRoom?: (calls: number) => boolean;
  /** Returns a claimed call that this pad does not make. */
  giveBack?: (call: ClaimedCall) => void;
  /** Delay before an unclaimed fire is handed in again; null to keep it and recheck it every second. */
  retryLaterMs?: (order: PadOrder) => number | null;
  /** Called at the ledger's first decision about a fire, with the time left to its instant: negative after it. */
  onFirstClaim?: (leadMs: number) => void;
  onError?: (error: unknown) => void;
}
