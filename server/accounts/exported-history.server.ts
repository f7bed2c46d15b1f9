import { AppError } from '#domain/errors.ts';
import { attemptsOf, type KeptAttempt } from '#server/executions/history/attempts-of.server.ts';
import { walkExecutions } from '#server/executions/history/walk-executions.server.ts';
import type { ExecutionRow } from '#server/executions/ledger/execution-columns.server.ts';
import {
  type ExportedNotification,
  notificationsOf,
} from '#server/notifications/exported-notifications.server.ts';

/** An execution with all kept of it. */
export interface ExportedExecution {
  row: ExecutionRow;
  attempts: KeptAttempt[];
  notifications: ExportedNotification[];
}

/** Number of responses in memory at a time, 64 KiB each. */
const atOnce = 50;

/** The whole history of a job, newest first; it ends early where the job is deleted meanwhile. */
export async function* exportedHistory({
  ownerId,
  jobId,
}: {
  ownerId: number;
  jobId: number;
}): AsyncGenerator<ExportedExecution> {
  const asked = { ownerId, jobId, search: '', status: 'all', from: null, until: null } as const;
  try {
    for await (const page of walkExecutions(asked)) {
      for (let at = 0; at < page.length; at += atOnce)
        yield* await withDetails({ rows: page.slice(at, at + atOnce), ownerId });
    }
  } catch (error) {
    if (!(error instanceof AppError && error.type === 'not_found')) throw error;
  }
}

async function withDetails({
  rows,
  ownerId,
}: {
  rows: ExecutionRow[];
  ownerId: number;
}): Promise<ExportedExecution[]> {
  const executionIds = rows.map(({ id }) => id);
  const [attempts, notifications] = await Promise.all([
    attemptsOf(executionIds),
    notificationsOf({ ownerId, executionIds }),
  ]);
  return rows.map((row) => ({
    row,
    attempts: attempts(row.id),
    notifications: notifications.filter(({ executionId }) => executionId === row.id),
  }));
}
