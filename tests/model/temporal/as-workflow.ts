import { CancelledFailure } from '@temporalio/common';
import { world } from '../world/shared.ts';
import { ContinueAsNew, currentRun } from './server.ts';
import type { ActivityOptions, Run } from './types.ts';

// Replaces @temporalio/workflow: the functions that the product's workflows use, on the simulated server.

/** The server's timers have this resolution. */
const shortestTimerMs = 1000;

function running(): Run {
  const run = currentRun.getStore();
  if (!run) throw new Error('Not inside a workflow.');
  return run;
}

export const workflowInfo = () => running();
export const isCancellation = (error: unknown): boolean =>
  error instanceof CancelledFailure ||
  (error instanceof Error && 'cause' in error && isCancellation(error.cause));
export const defineSignal = (name: string) => ({ name });

export function setHandler({ name }: { name: string }, handler: (...given: never[]) => void) {
  const run = running();
  run.handlers.set(name, handler);
  const early = run.early.filter((one) => one.name === name);
  run.early = run.early.filter((one) => one.name !== name);
  early.forEach(({ given }) => (handler as (...given: unknown[]) => void)(...given));
}

export function condition(holds: () => boolean, ms?: number): Promise<boolean> {
  const run = running();
  if (run.isCancelled) return Promise.reject(new CancelledFailure('The workflow was cancelled.'));
  if (holds()) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const waiting = {
      holds,
      resolve(is: boolean) {
        run.cancels.delete(onCancel);
        endTimer();
        resolve(is);
      },
    };
    const onCancel = (error: Error) => {
      run.conditions.delete(waiting);
      endTimer();
      reject(error);
    };
    const wake = () => {
      run.inbox.push(() => {
        if (run.conditions.delete(waiting)) waiting.resolve(false);
      });
    };
    const { clock, server } = world();
    const endTimer =
      ms === undefined ? () => {} : clock.after(Math.max(ms, shortestTimerMs), () => server.whenBack(wake));
    run.conditions.add(waiting);
    run.cancels.add(onCancel);
  });
}

export const sleep = (ms: number) => condition(() => false, ms);

export function proxyActivities(options: ActivityOptions) {
  return new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (...given: unknown[]) => {
          const run = running();
          if (run.isCancelled) return Promise.reject(new CancelledFailure('The workflow was cancelled.'));
          return world().server.order({ run, name, given: structuredClone(given), options });
        },
    },
  );
}

/** Redispatched like others, but no activity of the server: its description does not show them. */
export const proxyLocalActivities = (options: ActivityOptions) =>
  proxyActivities({ ...options, isLocal: true });

export const makeContinueAsNewFunc =
  ({
    backoffStartInterval = 0,
    memo = {},
  }: {
    backoffStartInterval?: number;
    memo?: Record<string, unknown>;
  }) =>
  (...given: unknown[]) =>
    Promise.reject(
      new ContinueAsNew({ given: structuredClone(given), backoffMs: backoffStartInterval, memo }),
    );

export const upsertMemo = (memo: Record<string, unknown>) => void Object.assign(running().memo, memo);
export const upsertSearchAttributes = () => {};
