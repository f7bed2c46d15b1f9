import { WorkflowNotFoundError } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/common';
import type { ActivityRef } from '#server/executions/ledger/types.ts';
import { searchKeys } from '#workflows/contract.ts';
import type { Deed } from '../world/lives.ts';
import { world } from '../world/shared.ts';
import { effect } from '../world/steps.ts';

// Replaces server/engine/temporal-client.server.ts: the functions of the Temporal client that the product uses.

interface StartOptions {
  workflowId: string;
  args: unknown[];
  workflowIdReusePolicy?: string;
  signal?: string;
  signalArgs?: unknown[];
}

const silence = Symbol('silence');

async function ask<Result>(deed: Deed, perform: () => Result): Promise<Result> {
  const response = await effect(deed, () => {
    const { server, random } = world();
    if (!server.isAway()) return server.losing(deed, perform);
    // It refuses at once, or does not respond until the caller gives up.
    if (random.chance(0.5)) throw new Error('Temporal is away.');
    return silence;
  });
  return response === silence ? new Promise<never>(() => {}) : response;
}

const workflow = {
  signalWithStart: (type: string, { workflowId, args, signal = '', signalArgs = [] }: StartOptions) =>
    ask('signal', () => {
      const { server, clock, trace } = world();
      const [update] = signalArgs as { version?: number }[];
      server.reported.push({ workflowId, version: update?.version ?? 0, at: clock.now() });
      const run =
        server.runningRun(workflowId) ?? server.begin({ type, workflowId, given: structuredClone(args) });
      trace(`${workflowId} is told ${signal} ${JSON.stringify(signalArgs)}`);
      server.signal({ run, name: signal, given: structuredClone(signalArgs) });
      server.wake(run);
    }),
  start: (type: string, { workflowId, args, workflowIdReusePolicy }: StartOptions) =>
    ask('start', () => {
      const { server } = world();
      const last = server.lastRun(workflowId);
      const isTaken =
        last?.status === 'open' ||
        (last?.status === 'completed' && workflowIdReusePolicy !== WorkflowIdReusePolicy.ALLOW_DUPLICATE) ||
        (last && workflowIdReusePolicy === WorkflowIdReusePolicy.REJECT_DUPLICATE);
      if (isTaken) throw new WorkflowExecutionAlreadyStartedError('Already started.', workflowId, type);
      server.begin({ type, workflowId, given: structuredClone(args) });
    }),
  getHandle: (workflowId: string, runId = '') => {
    const open = () => {
      const run = world().server.runningRun(workflowId);
      if (!run) throw new WorkflowNotFoundError('It is not there.', workflowId, undefined);
      return run;
    };
    return {
      workflowId,
      describe: () =>
        ask('statement', () => {
          const { server } = world();
          const run = runId ? server.runOf({ workflowId, runId }) : server.lastRun(workflowId);
          if (!run) throw new WorkflowNotFoundError('It is not there.', workflowId, undefined);
          const status = { name: run.status === 'open' ? 'RUNNING' : 'COMPLETED' };
          return { runId: run.runId, status, raw: { pendingActivities: server.pendingOf(run) } };
        }),
      cancel: () =>
        ask('signal', () => {
          const run = open();
          world().server.cancel(run);
          world().server.wake(run);
        }),
      signal: (name: string | { name: string }, ...given: unknown[]) =>
        ask('signal', () =>
          world().server.signal({ run: open(), name: typeof name === 'string' ? name : name.name, given }),
        ),
    };
  },
};

/** Results of an operator's search lag behind. */
const lagMs = 1_500;
const workflowService = {
  listWorkflowExecutions: ({ query }: { query: string }) =>
    ask('statement', () => {
      const { server, clock } = world();
      const [, types = ''] = /WorkflowType IN \(([^)]*)\)/.exec(query) ?? [];
      const [, jobId] = /JobId = '(\d+)'/.exec(query) ?? [];
      const found = server.runs.filter(
        ({ status, type, workflowId, beganAt }) =>
          status === 'open' &&
          types.includes(`'${type}'`) &&
          (jobId === undefined || new RegExp(`^job/${jobId}(/|$)`).test(workflowId)) &&
          beganAt + lagMs <= clock.now(),
      );
      const executions = found.map(({ workflowId, runId }) => ({ execution: { workflowId, runId } }));
      return { executions, nextPageToken: new Uint8Array() };
    }),
};

const listed = Object.fromEntries(Object.values(searchKeys).map(({ name }) => [name, 1]));

export function temporalClient() {
  return {
    workflow,
    workflowService,
    activity: {
      fail: (ref: ActivityRef) => ask('signal', () => world().server.fail(ref)),
      complete: (ref: ActivityRef, result: unknown) =>
        ask('report', () => world().server.complete(ref, structuredClone(result))),
    },
    connection: {
      operatorService: {
        listSearchAttributes: () => ask('statement', () => ({ customAttributes: listed })),
      },
    },
  };
}

export function withinMs<Result>({ ms, call }: { ms: number; call: () => Promise<Result> }): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Temporal did not respond in time.')), ms);
    call()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

export const closeTemporalClient = () => Promise.resolve();
