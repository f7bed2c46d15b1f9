import { expect, test, vi } from 'vitest';
import '#domain/zones/shipped-zones.ts';
import type { Account } from '#server/accounts/types.ts';
import { writeDisplayChoice } from '#app/http/pages/display-zone.server.ts';
import { newJobZone } from './new-job-zone.server.ts';

vi.mock('#server/env.server.ts', () => ({ env: () => ({ APP_ORIGIN: 'http://127.0.0.1' }) }));

const url = 'http://127.0.0.1/dashboard/jobs/create';

async function zoneOf({ reported, account }: { reported?: string; account: string }): Promise<string> {
  const form = new FormData();
  if (reported !== undefined) form.set('zone', reported);
  const cookie = await writeDisplayChoice({ request: new Request(url), form });
  const request = new Request(url, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  return newJobZone({ request, user: { timeZone: account } as Account });
}

test('a new job gets the zone of the browser, else that of the account, else UTC', async () => {
  expect(await zoneOf({ reported: 'Europe/Paris', account: 'Asia/Tokyo' })).toBe('Europe/Paris');
  expect(await zoneOf({ account: 'Asia/Tokyo' })).toBe('Asia/Tokyo');
  expect(await zoneOf({ reported: 'Mars/Olympus', account: 'UTC' })).toBe('UTC');
});

test('an older zone name from the browser becomes the current one', async () => {
  expect(await zoneOf({ reported: 'Asia/Calcutta', account: 'UTC' })).toBe('Asia/Kolkata');
  expect(await zoneOf({ account: 'Europe/Kiev' })).toBe('Europe/Kyiv');
});
