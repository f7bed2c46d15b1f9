import { beforeAll, expect, test } from 'vitest';
import { latenessText } from '#server/admin/engine-figures.server.ts';
import { allJobsTexts } from '#server/admin/list-all-jobs.server.ts';
import { getPool } from '#server/database/db.server.ts';
import { foundText } from '#server/security-log/list-events.server.ts';
import { fillTables } from '#tests/integration/fill-tables.ts';
import { aCrowd } from '#tests/integration/ledger/crowd.ts';
import { noon } from '#tests/integration/ledger/kit.ts';

beforeAll(async () => {
  for (let owner = 0; owner < 10; owner += 1)
    await aCrowd({ jobs: 100, historyEach: 12, accountedUntil: noon });
  await fillTables(
    `insert into "SecurityEvent" ("type", "code", "message", "at")
     select (array['INFO', 'WARNING', 'ERROR', 'AUTH_FAILURE'])[1 + n % 4]::"SecurityEventType", 'login', 'entry ' || n,
       now() - make_interval(secs => n) from generate_series(1, 50000) n`,
    `insert into "DailyStat" ("jobId", "day", "success")
     select j."id", date '2026-11-22' - d, 1 from "Job" j, generate_series(0, 29) d`,
    'analyze',
  );
}, 90_000);

async function planOf(text: string, values: unknown[]): Promise<string> {
  const { rows } = await getPool().query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${text}`, values);
  return JSON.stringify(rows[0]?.['QUERY PLAN']);
}

const ledger = /"Relation Name":"(?:Execution|Attempt|AttemptBody)"/;

test('lists of jobs read only the statistics of the jobs on their page, and nothing of the ledger', async () => {
  for (const list of ['active', 'failing', { ownerId: 1 }] as const) {
    const { rows, count } = allJobsTexts(list);
    const plan = await planOf(rows, ['2026-11-22', 20, 0]);
    expect(plan).toContain('DailyStat_pkey');
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"DailyStat"/);
    expect(plan + (await planOf(count, []))).not.toMatch(ledger);
  }
});

test('lateness is measured over the newest rows by the key of the ledger', async () => {
  const plan = await planOf(latenessText, []);
  expect(plan).toContain('Execution_pkey');
  expect(plan).not.toContain('Seq Scan');
});

test('a page of the log uses the index of its order, and with a type the index of the type', async () => {
  const asked = { search: '', skip: 0, take: 10 };
  expect(await planOf(...foundText({ ...asked, type: null }))).toContain('SecurityEvent_at_id_idx');
  expect(await planOf(...foundText({ ...asked, type: 'ERROR' }))).toContain('SecurityEvent_type_at_idx');
});
