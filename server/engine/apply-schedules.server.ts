import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
  type ScheduleOptionsStartWorkflowAction,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { minuteMs } from '#domain/time/units.ts';
import { env } from '#server/env.server.ts';
import { type MaintenanceOrder, maintenanceWorkflow, scheduleId } from '#workflows/contract.ts';
import { temporalClient } from './temporal-client.server.ts';

/** A run the server could not start in time waits for the next one, unless it was away only shortly. */
const catchUpMs = minuteMs;

interface Scheduled {
  name: string;
  everyMs: number;
  offsetMs: number;
}

type Definition = ScheduleOptions<ScheduleOptionsStartWorkflowAction<Workflow>>;

/**
 * Creates or updates a Temporal Schedule for each maintenance task. A new one runs at once; one paused by an operator
 * stays paused; one of a removed task is deleted.
 * @throws any error of the Temporal client; to be repeated
 */
export async function applySchedules(jobs: Scheduled[]): Promise<void> {
  const { schedule } = temporalClient();
  for (const job of jobs) {
    const definition = definitionOf(job);
    try {
      await schedule.create({ ...definition, state: { triggerImmediately: true } });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await schedule.getHandle(definition.scheduleId).update(({ state: { paused, note } }) => ({
        ...definition,
        state: { paused, ...(note !== undefined && { note }) },
      }));
    }
  }
  await removeOthers(jobs);
}

/** Schedules of this installation whose system job an older version had. */
async function removeOthers(jobs: Scheduled[]): Promise<void> {
  const { schedule } = temporalClient();
  const ids = new Set(jobs.map(idOf));
  const prefix = idOf({ name: '' });
  for await (const { scheduleId: id } of schedule.list()) {
    if (id.startsWith(prefix) && !ids.has(id)) await schedule.getHandle(id).delete();
  }
}

const idOf = ({ name }: Pick<Scheduled, 'name'>) =>
  scheduleId({ taskQueue: env().TEMPORAL_TASK_QUEUE, name });

function definitionOf({ name, everyMs, offsetMs }: Scheduled): Definition {
  const id = idOf({ name });
  const order: MaintenanceOrder = { tag: 1, name };
  return {
    scheduleId: id,
    spec: { intervals: [{ every: everyMs, offset: offsetMs }] },
    action: {
      type: 'startWorkflow',
      workflowType: maintenanceWorkflow,
      workflowId: id,
      taskQueue: env().TEMPORAL_TASK_QUEUE,
      args: [order],
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchUpMs },
  };
}
