import { expect, test } from 'vitest';
import { db, getPool } from '#server/database/db.server.ts';
import { inTransaction } from '#server/database/transaction.server.ts';
import { countLost } from '#server/executions/statistics/count-lost.server.ts';
import { lostFires, lostText } from '#server/executions/statistics/lost-fires.server.ts';
import { removeExpired } from '#server/maintenance/remove-expired.server.ts';
import { fillTables } from '../fill-tables.ts';

type End = Parameters<typeof countLost>[0]['completed'][number];
const anEnd = (given: Pick<End, 'outcome' | 'trigger'>): End => ({
  ...{ executionId: 1, jobId: 1, at: 0, startedAt: null, endedAt: 0 },
  ...{ durationMs: null, latenessMs: null, statusCode: null, errorCode: null, reason: null },
  ...given,
});
const count = (...ends: End[]) => inTransaction((client) => countLost({ client, completed: ends }));

test('missed and unknown scheduled fires count as lost, as far back as the windows of the alerts', async () => {
  await db().lostFires.deleteMany();
  await count(
    anEnd({ outcome: 'missed', trigger: 'schedule' }),
    anEnd({ outcome: 'unknown', trigger: 'catch_up' }),
    anEnd({ outcome: 'unknown', trigger: 'manual' }),
    anEnd({ outcome: 'failed', trigger: 'schedule' }),
  );
  await count(anEnd({ outcome: 'success', trigger: 'schedule' }));
  expect(await db().lostFires.count()).toBe(1);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await db().lostFires.create({ data: { at: minutesAgo(20), fires: 10 } });
  await db().lostFires.create({ data: { at: minutesAgo(50), fires: 100 } });
  await db().lostFires.create({ data: { at: minutesAgo(300), fires: 1_000 } });
  await db().lostFires.create({ data: { at: minutesAgo(400), fires: 10_000 } });
  expect(await lostFires()).toEqual({ '5m': 2, '30m': 12, '1h': 112, '6h': 1_112 });
});

test('counts older than a day are removed, and a scrape uses the index on their time', async () => {
  await db().lostFires.create({ data: { at: new Date(Date.now() - 25 * 3_600_000), fires: 1 } });
  await removeExpired({ isStopping: () => false });
  expect(await db().lostFires.count({ where: { at: { lt: new Date(Date.now() - 86_400_000) } } })).toBe(0);
  await fillTables(
    `insert into "LostFires" ("at", "fires") select now() - n * interval '10 seconds', 1 from generate_series(2000, 8000) n;
     analyze "LostFires"`,
  );
  const { rows } = await getPool().query<Record<string, string>>(`explain ${lostText}`);
  expect(JSON.stringify(rows)).toMatch(/Scan (?:using|on) \\"LostFires_at_idx/);
});
