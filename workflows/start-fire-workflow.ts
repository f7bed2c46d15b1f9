import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ChildWorkflowCancellationType,
  type ChildWorkflowHandle,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  startChild,
} from '@temporalio/workflow';
import { againSignal, type JobLoopState, type FireWorkflowOrder, fireWorkflowId } from './contract.ts';
import type { fire } from './fire.ts';
import { belonging, memoOf } from './memo.ts';

/**
 * Starts the workflow of a fire, to outlive the run of its job workflow. Undefined if an earlier run started one and it
 * is still open: that one is signaled to check again.
 */
export async function startFireWorkflow({
  order,
  state,
}: {
  order: FireWorkflowOrder;
  state: JobLoopState;
}): Promise<ChildWorkflowHandle<typeof fire> | undefined> {
  const workflowId = fireWorkflowId(order);
  for (;;) {
    try {
      return await startChild<typeof fire>('fire', {
        workflowId,
        args: [order],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        memo: { job: memoOf(state).job, link: memoOf(state).link },
        typedSearchAttributes: belonging(state),
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    try {
      await getExternalWorkflowHandle(workflowId).signal(againSignal);
      return undefined;
    } catch {
      // It has ended meanwhile: its place is free.
    }
  }
}
