import { expect, test, vi } from 'vitest';

vi.mock('#server/env.server.ts', () => ({ env: () => settings }));
const settings = { APP_ORIGIN: 'http://127.0.0.1:3000', SESSION_SECRETS: ['one-secret'] };
const { readToast, redirectWithToast } = await import('#app/http/flash-toast.server.ts');

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const requestWith = (cookie: string) => new Request('http://127.0.0.1:3000', { headers: { cookie } });

test('the page after a redirect shows the toast, and takes it away', async () => {
  const answer = await redirectWithToast({ to: '/dashboard', toast: 'Job created successfully' });
  expect(answer.status).toBe(303);
  const { toast, headers } = await readToast(requestWith(cookieOf(answer.headers)));
  expect(toast).toMatchObject({ message: 'Job created successfully', tone: 'success' });
  expect(headers.getSetCookie()[0]).toContain('Max-Age=0');
});

test('a toast keeps the way on that it has', async () => {
  const way = { label: 'See Plans', to: '/dashboard/settings#subscription' };
  const full = { title: 'Access Denied', message: 'Your plan allows 10 jobs.', way, tone: 'error' as const };
  const { headers } = await redirectWithToast({ to: '/dashboard', toast: full });
  expect((await readToast(requestWith(cookieOf(headers)))).toast).toMatchObject(full);
});

test('of many ways the first twelve fit into the cookie', async () => {
  const ways = Array.from({ length: 50 }, (_, index) => ({
    label: `Run #90,000,0${index}`,
    to: `/dashboard/jobs/2000000000/executions/9000000${index}`,
  }));
  const many = { title: '50 Replays Queued', message: 'x'.repeat(300), ways, tone: 'success' as const };
  const { headers } = await redirectWithToast({ to: '/dashboard', toast: many });
  expect(cookieOf(headers).length).toBeLessThan(4_096);
  expect((await readToast(requestWith(cookieOf(headers)))).toast?.ways).toEqual(ways.slice(0, 12));
});

test('without a toast nothing is written', async () => {
  const { toast, headers } = await readToast(requestWith('other=1'));
  expect(toast).toBeNull();
  expect(headers.getSetCookie()).toEqual([]);
});

test('a toast that somebody else wrote is not shown', async () => {
  const answer = await redirectWithToast({ to: '/', toast: 'ours' });
  const forged = cookieOf(answer.headers).replace(/=[^.]+/, `=${btoa('"forged"')}`);
  expect((await readToast(requestWith(forged))).toast).toBeNull();
});

test('a toast fits into a cookie whatever its text', async () => {
  const toast = { title: 'ä'.repeat(9_000), message: '"'.repeat(9_000), tone: 'error' as const };
  const answer = await redirectWithToast({ to: '/', toast });
  expect(cookieOf(answer.headers).length).toBeLessThan(4_096);
});
