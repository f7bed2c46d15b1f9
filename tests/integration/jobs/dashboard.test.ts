import { expect, test, vi } from 'vitest';
import { readDashboard } from '#app/presenters/dashboard.server.ts';
import { hourRail } from '#server/executions/hour-rail.server.ts';
import { aSavedJob, aUser } from '../makers.ts';

vi.mock('#server/executions/hour-rail.server.ts', { spy: true });

const request = (query = '') => new Request(`http://127.0.0.1:3000/dashboard${query}`);

test('the dashboard counts all jobs, whatever the list is narrowed to', async () => {
  const user = await aUser();
  await aSavedJob({ owner: user, name: 'one' });
  await aSavedJob({ owner: user, name: 'two', status: 'paused' });

  const page = await readDashboard({ user, request: request('?search=TWO&filter=paused') });

  expect(page.rows.map(({ name }) => name)).toEqual(['two']);
  expect(page.counters).toMatchObject({ total: 2, active: 1 });
  expect(page).toMatchObject({ isSample: false, matching: 1 });
});

test('jobs that cannot be read are replaced by samples that say they are none of yours', async () => {
  const user = await aUser();
  await aSavedJob({ owner: user, name: 'mine' });
  vi.mocked(hourRail).mockRejectedValueOnce(new Error('the ledger is away'));

  const page = await readDashboard({ user, request: request() });

  expect(page.isSample).toBe(true);
  expect(page.rows).toHaveLength(5);
  expect(page.rows.every(({ id, name }) => id < 0 && name.startsWith('Sample'))).toBe(true);
});
