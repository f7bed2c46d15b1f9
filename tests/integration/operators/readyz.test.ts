import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporalClient } from '#server/engine/temporal-client.server.ts';
import type { MaintenanceTaskState } from '#server/maintenance/list-maintenance-tasks.server.ts';
import { maintenanceTasks } from '#server/maintenance/maintenance-tasks.server.ts';
import { aWorker, eventually, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { type MaintenanceOrder, maintenanceWorkflow } from '#workflows/contract.ts';
import { aWebProcess, type WebProcess } from './web-process.ts';

/** The first of a fresh clone builds the pages. */
const startLimitMs = 180_000;

describe.skipIf(!hasTemporal)('/readyz of the web process', patient, () => {
  let worker: RunningWorker;
  let web: WebProcess;
  beforeAll(async () => {
    worker = await aWorker();
    web = await aWebProcess();
  }, startLimitMs);
  afterAll(async () => {
    await web.stop();
    await worker.stop();
  });

  const reported = async (query = ''): Promise<unknown> =>
    (await fetch(`${web.address}/readyz${query}`)).json();

  /** Each dependency has a second or two to respond: on a busy machine the first check takes longer. */
  const reportedTasks = () =>
    eventually(async () => {
      const { status, maintenance } = (await reported('?verbose')) as {
        status: string;
        maintenance?: MaintenanceTaskState[];
      };
      expect([status, maintenance?.length]).toEqual(['ready', maintenanceTasks.length]);
      return maintenance ?? [];
    });

  test('finds the database, Temporal and the worker, and shows no details by default', async () => {
    await eventually(async () => expect(await reported()).toEqual({ status: 'ready' }));
  });

  test('with verbose, shows when each maintenance task last ran', async () => {
    const before = await reportedTasks();
    expect(before.map(({ name }) => name)).toEqual(maintenanceTasks.map(({ name }) => name));
    expect(before.filter(({ lastStartedAt }) => lastStartedAt !== null)).toEqual([]);

    const order: MaintenanceOrder = { tag: 1, name: 'expired' };
    const from = Date.now();
    await temporalClient().workflow.execute(maintenanceWorkflow, {
      workflowId: `maintenance-${crypto.randomUUID()}`,
      taskQueue: String(process.env.TEMPORAL_TASK_QUEUE),
      args: [order],
    });
    const until = Date.now();

    const ran = (await reportedTasks()).filter(({ lastStartedAt }) => lastStartedAt !== null);
    expect(ran).toEqual([expect.objectContaining({ name: 'expired', error: null, isOverdue: false })]);
    const startedAt = Date.parse(String(ran[0]?.lastStartedAt));
    const endedAt = Date.parse(String(ran[0]?.lastEndedAt));
    expect(startedAt).toBeGreaterThanOrEqual(from);
    expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    expect(endedAt).toBeLessThanOrEqual(until);
    expect(ran[0]?.lastTookMs).toBe(endedAt - startedAt);
  });
});
