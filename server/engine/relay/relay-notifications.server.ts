import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import { env } from '#server/env.server.ts';
import {
  listPendingNotifications,
  type PendingNotification,
} from '#server/notifications/list-pending-notifications.server.ts';
import { type NotifyOrder, notifyWorkflow, notifyWorkflowId, searchKeys } from '#workflows/contract.ts';
import { tryAll } from './try-all.server.ts';

const notificationsAtOnce = 100;
/** Time for a started workflow to deliver and record the result, before it is started again. */
const startedForMs = 30_000;
const started = new Map<number, number>();

/** Starts the workflows of pending notifications; reports whether there may be more of them. */
export async function relayNotificationsOnce(): Promise<boolean> {
  const now = performance.now();
  for (const [id, at] of started) if (at + startedForMs < now) started.delete(id);
  const pending = await listPendingNotifications({ limit: notificationsAtOnce + started.size });
  const items = pending.filter(({ notificationId }) => !started.has(notificationId));
  const count = await tryAll({ items, act: startNotify });
  return count > 0 && count >= notificationsAtOnce;
}

async function startNotify({ notificationId, jobId }: PendingNotification): Promise<void> {
  const order: NotifyOrder = { tag: 1, notificationId };
  try {
    await temporalClient().workflow.start(notifyWorkflow, {
      workflowId: notifyWorkflowId({ jobId, notificationId }),
      taskQueue: env().TEMPORAL_TASK_QUEUE,
      args: [order],
      typedSearchAttributes: new TypedSearchAttributes([{ key: searchKeys.jobId, value: String(jobId) }]),
    });
  } catch (error) {
    // It waits between two deliveries, or makes one just now.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
  started.set(notificationId, performance.now());
}
