import { ActivityNotFoundError } from '@temporalio/client';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { msToTs } from '@temporalio/common/lib/time';
import type { ActivityRef } from '#server/executions/ledger/types.ts';
import { effect } from '../world/steps.ts';
import { shared, world } from '../world/shared.ts';
import { createContext } from './context.ts';
import type { ActivityOptions, Poller, Run, Task } from './types.ts';

/**
 * Activities: dispatched to a polling worker, again after a timeout or a failure, until one delivery succeeds. One that
 * its worker leaves open takes no slot there, survives that worker, and ends by its id or its timeout.
 */
export function createDeliveries({
  isServed,
  isWorking,
  pollers,
  whenBack,
}: {
  isServed: () => boolean;
  isWorking: (poller: Poller) => boolean;
  pollers: Poller[];
  whenBack: (work: () => void) => void;
}) {
  let tasks: Task[] = [];
  const ordered: { workflowId: string; name: string; at: number }[] = [];

  function order(asked: {
    run: Run;
    name: string;
    given: unknown[];
    options: ActivityOptions;
  }): Promise<unknown> {
    const { run, name } = asked;
    ordered.push({ workflowId: run.workflowId, name, at: world().clock.now() });
    run.activities += 1;
    run.historyLength += 3;
    return new Promise((resolve, reject) => {
      const task: Task = {
        ...asked,
        id: String(run.activities),
        delivery: 1,
        state: 'ready',
        isCancelRequested: false,
        heartbeatAt: 0,
        startedAt: 0,
        identity: '',
        settle: ({ result, error }) =>
          run.inbox.push(() => {
            run.cancels.delete(onCancel);
            if (error) reject(error);
            else resolve(result);
          }),
      };
      const onCancel = (error: Error) => {
        task.isCancelRequested = true;
        // One without a worker is never dispatched.
        if (task.state !== 'out') task.state = 'done';
        reject(error);
      };
      run.cancels.add(onCancel);
      tasks.push(task);
    });
  }

  function deliver(task: Task) {
    const { random, clock, trace } = world();
    const poller = random.pick(pollers.filter(isWorking));
    const { delivery, run, name, id } = task;
    const { startToCloseTimeout, heartbeatTimeout } = task.options;
    trace(`${poller.life.name} is given ${name} of ${run.workflowId} (${id}, delivery ${delivery})`);
    task.state = 'out';
    task.heartbeatAt = task.startedAt = clock.now();
    task.identity = poller.identity;
    const isCurrent = () => task.state === 'out' && task.delivery === delivery;
    const timeOut = () =>
      whenBack(() => {
        if (isCurrent()) again(task, new Error('timed out'));
      });
    const limits = [clock.after(startToCloseTimeout, timeOut)];
    const watch = () => {
      const leftMs = task.heartbeatAt + (heartbeatTimeout ?? Infinity) - clock.now();
      if (leftMs <= 0) timeOut();
      else if (leftMs < Infinity && isCurrent()) limits.push(clock.after(leftMs, watch));
    };
    watch();
    const { context, cancel } = createContext({ task, heartbeat: () => heartbeat() });
    // Its process learns with its next heartbeat that it was redispatched or canceled.
    const heartbeat = () => {
      if (world().server.isAway() || poller.life.isDead) return;
      if (!isCurrent() || run.status !== 'open') cancel({ notFound: true });
      else if (task.isCancelRequested) cancel({ cancelRequested: true });
      else task.heartbeatAt = clock.now();
    };
    const leave = () => {
      poller.out -= 1;
      poller.onIdle();
    };
    const response = (outcome: { result?: unknown; error?: unknown }) =>
      effect('complete', () => {
        leave();
        // A failed response is repeated for a while.
        if (world().server.isAway() && world().random.chance(0.5)) return;
        whenBack(() => {
          if (!isCurrent()) return;
          limits.forEach((end) => end());
          if ('error' in outcome) again(task, outcome.error);
          else close(task, { result: outcome.result });
        });
      });
    poller.out += 1;
    shared.life.run(poller.life, () => {
      void context(async () => poller.activities[name]?.(task.given[0])).then(
        (result) =>
          response({ result: result === undefined ? undefined : (structuredClone(result) as unknown) }),
        (error: unknown) => {
          if (isLeftOpen(error)) leave();
          else void response({ error });
        },
      );
    });
  }

  function close(task: Task, outcome: { result?: unknown; error?: Error }) {
    task.state = 'done';
    task.run.historyLength += 3;
    if (task.run.status === 'open') task.settle(outcome);
  }

  /** Schedules the next delivery after a failed one, by the retry policy. */
  function again(task: Task, cause: unknown) {
    const { initialInterval, backoffCoefficient = 2, maximumInterval, maximumAttempts } = task.options.retry;
    const { run, name, id } = task;
    const isOver =
      task.isCancelRequested || run.status !== 'open' || task.delivery >= (maximumAttempts ?? Infinity);
    if (isOver) {
      const failure = ApplicationFailure.fromError(cause instanceof Error ? cause : new Error(String(cause)));
      close(task, {
        error: new ActivityFailure('The activity failed.', name, id, 'TIMEOUT', undefined, failure),
      });
      return;
    }
    world().trace(`${name} of ${run.workflowId} (${id}) is to be delivered again: ${String(cause)}`);
    const waitMs = Number(initialInterval ?? 1000) * backoffCoefficient ** (task.delivery - 1);
    task.delivery += 1;
    task.state = 'waiting';
    world().clock.after(Math.min(waitMs, Number(maximumInterval ?? Infinity)), () => {
      if (task.state === 'waiting') task.state = 'ready';
    });
  }

  const openTask = ({ activityId, ...of }: ActivityRef) =>
    tasks.find(
      ({ run, id, state }) => isOf(run, of) && run.status === 'open' && id === activityId && state !== 'done',
    );

  return {
    order,
    /** All activities that workflows have asked for. */
    ordered,
    ready: () =>
      isServed()
        ? tasks
            .filter(({ state, run }) => state === 'ready' && run.status === 'open')
            .map((task) => ({ run: () => deliver(task) }))
        : [],
    /** Ended ones are not visited again. */
    tidy() {
      tasks = tasks.filter(({ state, run }) => state !== 'done' && run.status === 'open');
    },
    /** Pending activities in the description of the run. */
    pendingOf: (asked: { workflowId: string; runId: string }) =>
      tasks
        .filter(({ run, state, options }) => isOf(run, asked) && state !== 'done' && !options.isLocal)
        .map(({ id, name, state, startedAt, identity }) => ({
          activityId: id,
          activityType: { name },
          state: state === 'out' ? 2 : 1,
          lastStartedTime: msToTs(startedAt),
          lastWorkerIdentity: identity,
        })),
    /** Reported by another worker, because its own is dead. */
    fail(ref: ActivityRef) {
      const task = openTask(ref);
      if (task?.state !== 'out') throw new ActivityNotFoundError('The activity is not there.');
      again(task, new Error('failed by its id'));
    },
    /** By its id, whichever delivery is in force: the server also ends one that waits for a worker. */
    complete(ref: ActivityRef, result: unknown) {
      const task = openTask(ref);
      if (!task) throw new ActivityNotFoundError('The activity is not there.');
      world().trace(`${task.name} of ${task.run.workflowId} (${task.id}) is completed by its id`);
      close(task, { result });
    },
  };
}

/** The class belongs to the modules of its process. */
const isLeftOpen = (error: unknown) => error instanceof Error && error.name === 'CompleteAsyncError';

const isOf = (run: Run, { workflowId, runId }: { workflowId: string; runId: string }) =>
  run.workflowId === workflowId && run.runId === runId;
