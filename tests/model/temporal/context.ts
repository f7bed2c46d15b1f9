import { AsyncLocalStorage } from 'node:async_hooks';
import { ActivityCancellationDetails } from '@temporalio/common';
import type { Task } from './types.ts';

interface ActivityContext {
  info: { activityId: string; attempt: number; workflowExecution: { workflowId: string; runId: string } };
  heartbeat: () => void;
  cancellationSignal: AbortSignal;
  cancellationDetails: ActivityCancellationDetails | undefined;
}

const holder = globalThis as { [key: symbol]: AsyncLocalStorage<ActivityContext> | undefined };
export const activityContext = (holder[Symbol.for('punctual.model.activity')] ??=
  new AsyncLocalStorage<ActivityContext>());

/** Context of one delivery of an activity. */
export function createContext({ task, heartbeat }: { task: Task; heartbeat: () => void }) {
  const cut = new AbortController();
  const own: ActivityContext = {
    info: {
      activityId: task.id,
      attempt: task.delivery,
      workflowExecution: { workflowId: task.run.workflowId, runId: task.run.runId },
    },
    heartbeat: heartbeat,
    cancellationSignal: cut.signal,
    cancellationDetails: undefined,
  };
  return {
    context: <Result>(work: () => Promise<Result>) => activityContext.run(own, work),
    cancel: (details: { notFound?: boolean; cancelRequested?: boolean }) => {
      if (cut.signal.aborted) return;
      own.cancellationDetails = new ActivityCancellationDetails(details);
      cut.abort();
    },
  };
}
