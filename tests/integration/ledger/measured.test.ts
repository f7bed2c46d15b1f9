import { expect, test } from 'vitest';
import { inTransaction, whenCommitted } from '#server/database/transaction.server.ts';
import { lockJobs } from '#server/executions/ledger/lock-jobs.server.ts';
import { recordCompletions } from '#server/executions/recording/record-completions.server.ts';
import { fires } from '#server/metrics/instruments.server.ts';
import { aLedgerJob, noon } from './kit.ts';

const ended = { outcome: 'missed', trigger: 'schedule' } as const;

async function measured(): Promise<number> {
  const { values } = await fires.get();
  const own = values.filter(
    ({ labels }) => labels.outcome === ended.outcome && labels.trigger === ended.trigger,
  );
  return own.reduce((total, { value }) => total + value, 0);
}

test('a fire whose transaction is rolled back and repeated counts once', async () => {
  const { id: jobId } = await aLedgerJob();
  const none = {
    ...{ startedAt: null, durationMs: null, latenessMs: null },
    ...{ statusCode: null, errorCode: null, reason: null },
  };
  const end = { ...none, ...ended, executionId: 1, jobId, at: noon, endedAt: noon };
  const count = (error?: Error) =>
    inTransaction(async (client) => {
      await recordCompletions({
        client,
        states: await lockJobs({ client, jobIds: [jobId] }),
        completed: [end],
      });
      if (error) throw error;
    });
  const before = await measured();
  await expect(count(new Error('deadlock'))).rejects.toThrow('deadlock');
  expect(await measured()).toBe(before);
  await count();
  expect(await measured()).toBe(before + 1);
});

test('work registered for a commit runs after it, never after a rollback, and is refused outside a transaction', async () => {
  const done: string[] = [];
  const client = await inTransaction((own) => {
    whenCommitted({ client: own, work: () => done.push('after') });
    done.push('within');
    return Promise.resolve(own);
  });
  expect(done).toEqual(['within', 'after']);
  expect(() => whenCommitted({ client, work: () => {} })).toThrow('no transaction');
});
