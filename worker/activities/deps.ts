import type {
  ActivityRef,
  AttemptResult,
  Claim,
  HeldAttempt,
  FirePlan,
  Recorded,
  RunClaim,
  ScheduleCalculator,
} from '#server/executions/ledger/types.ts';
import type { KeepRequest, Residence } from '#server/executions/residency/claim-residency.server.ts';
import type { TestClaim } from '#server/test-runs/claim-test-run.server.ts';
import type { AfterBurst } from '#worker/background/after-burst.ts';
import type { InFlightCalls } from '#worker/background/calls.ts';
import type { Heartbeats } from '#worker/background/heartbeats.ts';
import type { CallOut } from '#worker/call-out.ts';
import type { LaunchPad } from '#worker/launch-pad/launch-pad.ts';
import type { Gate } from '#worker/limits/admission.ts';
import type { LeadTime } from '#worker/limits/lead-time.ts';
import type { Pacer } from '#worker/limits/pacer.ts';
import type { KeepOrder } from '#workflows/contract.ts';

/** Dependencies of the activities; tests pass their own. */
export interface ActivityDeps {
  schedule: ScheduleCalculator;
  pad: LaunchPad;
  leadTime: LeadTime;
  heartbeats: Heartbeats;
  calls: InFlightCalls;
  pacer: Pacer;
  gate: Gate;
  callOut: CallOut;
  afterBurst: AfterBurst;
  /** Takes a job into this worker. */
  residents: { keep: (order: Pick<KeepOrder, 'jobId' | 'lastOutcome' | 'stayMs'>) => void };
  hasLease: () => boolean;
  isClosing: () => boolean;
  planFires: (jobId: number) => Promise<FirePlan>;
  claimResidency: (request: Omit<KeepRequest, 'workerId'>) => Promise<Residence>;
  claimAttempt: (held: HeldAttempt) => Promise<RunClaim>;
  claimRun: (run: { executionId: number; ref: ActivityRef }) => Promise<RunClaim>;
  record: (result: AttemptResult) => Promise<Recorded>;
  endRetrying: (executionId: number) => Promise<Exclude<Claim, { kind: 'call' }>>;
  claimTest: (testRunId: string) => Promise<TestClaim>;
  /** The request of a test run has left. */
  testSent: (run: { id: string }) => Promise<void>;
  endTest: (ended: { id: string; made: AttemptResult }) => Promise<void>;
  linkOf: (jobId: number) => string;
  onError: (error: unknown) => void;
}
