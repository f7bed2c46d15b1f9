import { AsyncLocalStorage } from 'node:async_hooks';
import { CancelledFailure } from '@temporalio/common';
import { turn } from '../world/real-time.ts';
import { world } from '../world/shared.ts';
import type { Loss } from '../world/database.ts';
import type { Deed } from '../world/lives.ts';
import { createDeliveries } from './deliveries.ts';
import type { Poller, Run } from './types.ts';

export class ContinueAsNew extends Error {
  readonly given: unknown[];
  readonly backoffMs: number;
  readonly memo: Record<string, unknown>;
  constructor({
    given,
    backoffMs,
    memo,
  }: {
    given: unknown[];
    backoffMs: number;
    memo: Record<string, unknown>;
  }) {
    super('continue as new');
    Object.assign(this, { given, backoffMs, memo });
    this.given = given;
    this.backoffMs = backoffMs;
    this.memo = memo;
  }
}

export interface Order {
  type: string;
  workflowId: string;
  given: unknown[];
  startsAt?: number;
  memo?: Record<string, unknown>;
}

export type Server = ReturnType<typeof createServer>;
type Workflow = (...given: unknown[]) => Promise<unknown>;

const holder = globalThis as { [key: symbol]: AsyncLocalStorage<Run> | undefined };
/** The run whose code is running. */
export const currentRun = (holder[Symbol.for('punctual.model.run')] ??= new AsyncLocalStorage<Run>());

/** Simulated Temporal server: the README lists its properties and omissions. */
export function createServer(workflows: Record<string, Workflow>) {
  const runs: Run[] = [];
  const pollers: Poller[] = [];
  /** Pushed versions that arrived. */
  const reported: { workflowId: string; version: number; at: number }[] = [];
  let isAway = false;
  let onReturn: (() => void)[] = [];
  let loss: Loss | null = null;
  const isServed = () => !isAway && pollers.some(isWorking);
  /** Own actions of the server wait until it is back. */
  const whenBack = (work: () => void) => {
    if (isAway) onReturn.push(work);
    else work();
  };
  const deliveries = createDeliveries({ isServed, isWorking, pollers, whenBack });

  const runningRun = (workflowId: string) =>
    runs.findLast((run) => run.workflowId === workflowId && run.status === 'open');

  function begin({ type, workflowId, given, startsAt = 0, memo = {} }: Order): Run {
    const run: Run = {
      ...{ workflowId, type, given, startsAt, memo },
      runId: `run-${runs.length + 1}`,
      status: 'open',
      beganAt: world().clock.now(),
      inbox: [],
      isStarted: false,
      isCancelled: false,
      handlers: new Map(),
      early: [],
      conditions: new Set(),
      cancels: new Set(),
      activities: 0,
      historyLength: 3,
    };
    runs.push(run);
    // Time passes until it may begin.
    if (startsAt > world().clock.now()) world().clock.after(startsAt - world().clock.now(), () => {});
    return run;
  }

  function signal({ run, name, given }: { run: Run; name: string; given: unknown[] }) {
    run.inbox.push(() => {
      const handler = run.handlers.get(name) as ((...given: unknown[]) => void) | undefined;
      if (handler) handler(...given);
      else run.early.push({ name, given });
    });
  }

  /** One workflow task: its code processes all events and continues until it waits. */
  async function work(run: Run) {
    const inbox = run.inbox.splice(0);
    run.historyLength += 3;
    await currentRun.run(run, async () => {
      const begun = !run.isStarted;
      run.isStarted = true;
      if (begun) {
        const [cancelled, ...rest] = run.isCancelled ? inbox : [undefined, ...inbox];
        rest.forEach((report) => report?.());
        inbox.length = 0;
        if (cancelled) inbox.push(cancelled);
        const code = workflows[run.type];
        void Promise.resolve()
          .then(() => code?.(...run.given))
          .then(
            (result) => end(run, { result }),
            (error: unknown) => end(run, { error: error as Error }),
          );
        await checkConditions(run);
      }
      for (const report of inbox) {
        report();
        await checkConditions(run);
      }
    });
  }

  function end(run: Run, outcome: { result?: unknown; error?: Error }) {
    if (run.status !== 'open') return;
    const { error } = outcome;
    if (error instanceof ContinueAsNew) {
      run.status = 'continued';
      // A run woken early passes on its own backoff.
      const startsAt = Math.max(world().clock.now() + error.backoffMs, run.startsAt);
      const { type, workflowId } = run;
      begin({ type, workflowId, given: error.given, memo: error.memo, startsAt });
      return;
    }
    run.status = error ? (run.isCancelled ? 'cancelled' : 'failed') : 'completed';
    if (run.status === 'failed')
      world().violations.push(`The workflow ${run.workflowId} failed: ${error?.stack ?? String(error)}`);
  }

  function losing<Result>(deed: Deed, perform: () => Result): Result {
    const isLost = loss?.deed === deed;
    const phase = isLost ? loss?.phase : null;
    if (isLost) loss = null;
    if (isLost) world().trace(`a connection to Temporal breaks ${phase} ${deed}`);
    const result = phase === 'before' ? null : perform();
    if (isLost) throw new Error('The connection to Temporal was lost.');
    return result as Result;
  }

  return {
    runs,
    pollers,
    reported: reported,
    runningRun,
    lastRun: (workflowId: string) => runs.findLast((run) => run.workflowId === workflowId),
    runOf: (asked: { workflowId: string; runId: string }) =>
      runs.find(({ workflowId, runId }) => workflowId === asked.workflowId && runId === asked.runId),
    begin,
    /** A request of this kind is lost, or only its response. */
    loseNext: (next: Loss) => (loss = next),
    hasLoss: () => loss !== null,
    losing,
    isAway: () => isAway,
    setAway(away: boolean) {
      isAway = away;
      if (away) return;
      const waiting = onReturn;
      onReturn = [];
      waiting.forEach((one) => one());
    },
    signal,
    /** A plain signal does not end a backoff; one with start does, and so does a cancellation. */
    wake: (run: Run) => void (run.startsAt = Math.min(run.startsAt, run.isStarted ? run.startsAt : 0)),
    cancel(run: Run) {
      if (run.isCancelled) return;
      run.isCancelled = true;
      run.inbox.unshift(() => {
        const cancels = [...run.cancels];
        run.cancels.clear();
        cancels.forEach((reject) => reject(new CancelledFailure('The workflow was cancelled.')));
      });
    },
    ...deliveries,
    whenBack,
    /** Possible steps at this instant. */
    offers: () => {
      if (!isServed()) return [];
      deliveries.tidy();
      const now = world().clock.now();
      const tasks = runs
        .filter((run) => run.status === 'open' && (run.isStarted || run.startsAt <= now))
        .filter((run) => !run.isStarted || run.inbox.length > 0)
        .map((run) => ({ run: () => work(run) }));
      return [...tasks, ...deliveries.ready()];
    },
  };
}

export const isWorking = ({ life, isPolling }: Poller) =>
  isPolling && !life.isDead && life.frozenUntil <= world().clock.now();

async function checkConditions(run: Run) {
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    await turn();
    for (const condition of [...run.conditions]) {
      if (!condition.holds()) continue;
      run.conditions.delete(condition);
      condition.resolve(true);
      isMoving = true;
    }
  }
}
