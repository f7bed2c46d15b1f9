import { expect, test, vi } from 'vitest';
import { AppError } from '#domain/errors.ts';

const written = vi.hoisted(() => ({ errors: [] as unknown[] }));
vi.mock('#server/log.server.ts', () => ({
  log: () => ({ error: (line: unknown) => written.errors.push(line), warn: () => undefined }),
}));
vi.mock('#server/database/db.server.ts', () => ({ db: () => ({}) }));
vi.mock('#server/env.server.ts', () => ({
  env: () => ({ APP_ORIGIN: 'http://127.0.0.1', SESSION_SECRETS: ['one'] }),
}));
vi.mock('#server/security-log/record-event.server.ts', () => ({ recordEvent: () => Promise.resolve() }));
const { readToast } = await import('#app/http/responses/flash-toast.server.ts');
const { loadOrRedirect } = await import('#app/http/pages/load-or-redirect.server.ts');

const request = new Request('http://127.0.0.1/dashboard/jobs/1/edit');
const message = 'Failed to load job details. Please try again.';
const load = (error: Error) => loadOrRedirect({ request, message, load: () => Promise.reject(error) });

test.each([
  ['a defect', new Error('column missing')],
  ['a database outage', new AppError('database_error')],
])('after %s redirects to the dashboard with the toast', async (_, error) => {
  const thrown: unknown = await load(error).catch((response: unknown) => response);
  if (!(thrown instanceof Response)) throw new Error('No answer was thrown.');
  expect(thrown.headers.get('location')).toBe('/dashboard');
  const cookie = thrown.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { toast } = await readToast(new Request('http://127.0.0.1/dashboard', { headers: { cookie } }));
  expect(toast).toMatchObject({ title: 'Error', message, tone: 'error' });
});

test('a missing resource has its own page', async () => {
  await expect(load(new AppError('not_found'))).rejects.toMatchObject({ type: 'not_found' });
});

test('returns what was loaded', async () => {
  await expect(loadOrRedirect({ request, message, load: () => Promise.resolve(7) })).resolves.toBe(7);
});
