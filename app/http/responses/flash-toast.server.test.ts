import { expect, test, vi } from 'vitest';
import type { ToastInput } from '#app/protocol/toast.ts';

vi.mock('#server/env.server.ts', () => ({ env: () => settings }));
const settings = { APP_ORIGIN: 'http://127.0.0.1:3000', SESSION_SECRETS: ['one-secret'] };
const { readToast, redirectWithToast } = await import('#app/http/responses/flash-toast.server.ts');

const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** A request of a page by its script, which names its tab, or of a document. */
function requestOf({
  cookie = '',
  path = '/dashboard',
  tab,
}: {
  cookie?: string;
  path?: string;
  tab?: string;
}) {
  return new Request(`http://127.0.0.1:3000${path}`, { headers: { cookie, ...(tab && { 'x-tab': tab }) } });
}

/** The toast cookie left by a tab, or by a form without JavaScript. */
async function left({ tab, ...given }: { to: string; toast: ToastInput; tab?: string }) {
  const { headers } = await redirectWithToast({ request: requestOf({ ...(tab && { tab }) }), ...given });
  return cookieOf(headers);
}

test('the page after a redirect shows the toast and clears it', async () => {
  const response = await redirectWithToast({
    request: requestOf({}),
    to: '/dashboard',
    toast: 'Job created successfully',
  });
  expect(response.status).toBe(303);
  const { toast, headers } = await readToast(requestOf({ cookie: cookieOf(response.headers) }));
  expect(toast).toMatchObject({ message: 'Job created successfully', tone: 'success' });
  expect(headers.getSetCookie()[0]).toContain('Max-Age=0');
});

test('a toast keeps its link', async () => {
  const way = { label: 'See Plans', to: '/dashboard/settings#subscription' };
  const full = { title: 'Access Denied', message: 'Your plan allows 10 jobs.', way, tone: 'error' as const };
  const { headers } = await redirectWithToast({ request: requestOf({}), to: '/dashboard', toast: full });
  expect((await readToast(requestOf({ cookie: cookieOf(headers) }))).toast).toMatchObject(full);
});

test('the cookie holds the first twelve links of many', async () => {
  const ways = Array.from({ length: 50 }, (_, index) => ({
    label: `Run #90,000,0${index}`,
    to: `/dashboard/jobs/2000000000/executions/9000000${index}`,
  }));
  const many = { title: '50 Replays Queued', message: 'x'.repeat(300), ways, tone: 'success' as const };
  const { headers } = await redirectWithToast({ request: requestOf({}), to: '/dashboard', toast: many });
  expect(cookieOf(headers).length).toBeLessThan(4_096);
  expect((await readToast(requestOf({ cookie: cookieOf(headers) }))).toast?.ways).toEqual(ways.slice(0, 12));
});

test('without a toast no cookie is set', async () => {
  const { toast, headers } = await readToast(requestOf({ cookie: 'other=1' }));
  expect(toast).toBeNull();
  expect(headers.getSetCookie()).toEqual([]);
});

test('a toast set by somebody else is not shown', async () => {
  const response = await redirectWithToast({ request: requestOf({}), to: '/dashboard', toast: 'ours' });
  const forged = cookieOf(response.headers).replace(/=[^.]+/, `=${btoa('"forged"')}`);
  expect((await readToast(requestOf({ cookie: forged }))).toast).toBeNull();
});

test('a toast fits into a cookie, however long its text', async () => {
  const toast = { title: 'ä'.repeat(9_000), message: '"'.repeat(9_000), tone: 'error' as const };
  const response = await redirectWithToast({ request: requestOf({}), to: '/dashboard', toast });
  expect(cookieOf(response.headers).length).toBeLessThan(4_096);
});

test('two tabs on the same page each show their own toast', async () => {
  const toasts = { a: 'Job created successfully', b: 'Job deleted successfully.' };
  const cookies = await Promise.all(
    Object.entries(toasts).map(([tab, toast]) => left({ tab, to: '/dashboard', toast })),
  );
  const cookie = cookies.join('; ');
  for (const [tab, message] of Object.entries(toasts)) {
    const { toast, headers } = await readToast(requestOf({ cookie, tab }));
    expect(toast?.message).toBe(message);
    expect(headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
  }
  expect((await readToast(requestOf({ cookie, tab: 'c' }))).toast).toBeNull();
});

test('a tab shows its toast wherever the redirect leads', async () => {
  const cookie = await left({ tab: 'a', to: '/dashboard/jobs/1', toast: 'ours' });
  expect((await readToast(requestOf({ cookie, tab: 'a' }))).toast?.message).toBe('ours');
});

test('without JavaScript only the page that the redirect leads to shows the toast', async () => {
  const cookie = await left({ to: '/dashboard/settings?a=1#api-keys', toast: 'ours' });
  const settings = { cookie, path: '/dashboard/settings?a=1' };
  expect(await readToast(requestOf({ cookie }))).toMatchObject({ toast: null });
  expect((await readToast(requestOf({ ...settings, tab: 'a' }))).toast).toBeNull();
  expect((await readToast(requestOf(settings))).toast?.message).toBe('ours');
});

test('of the toasts that were never shown only the newest three are kept', async () => {
  const toast = 'left behind';
  const cookies = await Promise.all(['1', '2', '3', '4', '5'].map((tab) => left({ tab, to: '/', toast })));
  const { headers } = await readToast(requestOf({ cookie: cookies.join('; '), tab: 'other' }));
  const names = headers.getSetCookie().map((text) => text.split('=')[0]);
  expect(names).toEqual(cookies.slice(0, 2).map((text) => text.split('=')[0]));
});
