import { redirect } from '@remix-run/node';
import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';

const written = vi.hoisted(() => ({ errors: [] as unknown[], events: [] as unknown[] }));
vi.mock('#server/log.server.ts', () => ({
  log: () => ({ error: (line: unknown) => written.errors.push(line), warn: () => undefined }),
}));
vi.mock('#server/database/db.server.ts', () => ({ db: () => ({}) }));
vi.mock('#server/env.server.ts', () => ({
  env: () => ({ APP_ORIGIN: 'http://127.0.0.1', SESSION_SECRETS: ['one'] }),
}));
vi.mock('#server/security-log/record-event.server.ts', () => ({
  recordEvent: (event: { code: string }) => Promise.resolve(written.events.push(event.code)),
}));
const limits = vi.hoisted(() => ({ taken: [] as unknown[], refusal: null as Error | null }));
vi.mock('#server/rate-limit/consume-rate-limit.server.ts', () => ({
  consumeRateLimit: (asked: { limit: string; key: unknown }) => {
    limits.taken.push([asked.limit, asked.key]);
    return limits.refusal ? Promise.reject(limits.refusal) : Promise.resolve({});
  },
}));
vi.mock('#server/rate-limit/consume-local-rate-limit.server.ts', () => ({
  consumeLocalRateLimit: () => Promise.resolve(),
}));
const { formAction } = await import('#app/http/forms/form-action.server.ts');

const schema = z.object({ name: z.string('Give the job a name.'), headers: z.string().optional() });
const guard = () => Promise.resolve({ user: { id: 7 } });

const refusedByLimit = () =>
  new AppError('rate_limit', {
    message: 'Too many requests: try again in 5 seconds.',
    details: { retry_after: 5 },
  });

beforeEach(() => {
  written.errors = [];
  written.events = [];
  limits.taken = [];
  limits.refusal = null;
});

test('returns the result of the use case, which gets the parsed form and the user', async () => {
  const run = vi.fn(() => Promise.resolve(redirect('/dashboard')));
  const result = await formAction({ guard, schema, run })(sent({ name: 'Nightly' }));
  expect(result).toBeInstanceOf(Response);
  expect(run).toHaveBeenCalledWith(expect.objectContaining({ input: { name: 'Nightly' }, user: { id: 7 } }));
});

test('an invalid form comes back with the typed values, without its secrets', async () => {
  const action = formAction({ guard, schema, hideFields: ['headers'], run: never });
  const { data, init } = await refusal(action(sent({ name: '', headers: 'X-Key: secret' })));
  expect(init?.status).toBe(400);
  expect(data.result).toMatchObject({ status: 'error', error: { name: ['Give the job a name.'] } });
  expect(JSON.stringify(data)).not.toContain('secret');
});

test('a validation error of the use case appears at its field', async () => {
  const error = new AppError('validation_error', { details: { name: 'This name is taken.' } });
  const { data, init } = await refusal(
    formAction({ guard, schema, run: failing(error) })(sent({ name: 'a' })),
  );
  expect([init?.status, data.toast]).toEqual([400, null]);
  expect(data.result).toMatchObject({
    error: { name: ['This name is taken.'] },
    initialValue: { name: 'a' },
  });
});

test('any other expected error becomes a toast of the catalogue', async () => {
  const error = new AppError('authorization_error', { message: 'Your plan allows 10 jobs.' });
  const { data, init } = await refusal(
    formAction({ guard, schema, run: failing(error) })(sent({ name: 'a' })),
  );
  expect(init?.status).toBe(403);
  expect(data.toast).toMatchObject({
    title: 'Access Denied',
    message: 'Your plan allows 10 jobs.',
    tone: 'error',
  });
  expect(written.errors).toEqual([]);
});

test('a defect is logged with its request and shows no internals', async () => {
  const action = formAction({
    guard,
    schema,
    run: failing(new Error('column "x" of password does not exist')),
  });
  const { data, init } = await refusal(action(sent({ name: 'a' })));
  expect(init?.status).toBe(500);
  expect(JSON.stringify(data)).not.toContain('column');
  expect(data.toast).toMatchObject({ title: 'Server Error' });
  expect(written.errors).toMatchObject([{ requestId: 'request-1', path: '/form' }]);
  expect(written.events).toEqual(['unhandled']);
});

test('a server failure gets the message of its screen, a refusal its own message', async () => {
  const fallback = 'Failed to update job. Please try again.';
  const toastOf = async (error: Error) =>
    (await refusal(formAction({ guard, schema, fallback, run: failing(error) })(sent({ name: 'a' })))).data
      .toast;
  expect(await toastOf(new Error('no such table'))).toMatchObject({ title: 'Error', message: fallback });
  expect(await toastOf(new AppError('database_error'))).toMatchObject({ title: 'Error', message: fallback });
  expect(await toastOf(new AppError('conflict', { message: 'It has changed.' }))).toMatchObject({
    message: 'It has changed.',
  });
});

test('a body over its limit is refused before it is read', async () => {
  const args = {
    ...sent({ name: 'a' }),
    context: { nonce: '', requestId: '', isBodyTooLarge: () => true, onLeave: () => undefined },
  };
  await expect(formAction({ guard, schema, run: never })(args)).rejects.toMatchObject({
    data: { type: 'payload_too_large' },
    init: { status: 413 },
  });
});

test('a body that is not a form is a 415', async () => {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://127.0.0.1/form', { method: 'POST', headers, body: '{}' });
  await expect(formAction({ guard, schema, run: never })({ ...sent({}), request })).rejects.toMatchObject({
    init: { status: 415 },
  });
});

test('the guard runs first', async () => {
  const result = redirect('/login');
  const action = formAction({
    guard: () => {
      throw result;
    },
    schema,
    run: never,
  });
  await expect(action(sent({ name: '' }))).rejects.toBe(result);
});

test('a form refused by a rate limit is not read, and the page keeps the typed values', async () => {
  limits.refusal = refusedByLimit();
  const args = sent({ name: 'a' });
  const { data, init } = await refusal(formAction({ guard, schema, run: never })(args));
  expect(init?.status).toBe(429);
  expect(data.toast).toMatchObject({ message: 'Too many requests: try again in 5 seconds.' });
  expect(args.request.bodyUsed).toBe(false);
});

test.each([
  ['comes back with its typed values to a page without JavaScript', {}, { name: 'a' }],
  ['is left to the script that keeps the text', { 'sec-fetch-mode': 'cors' }, undefined],
  ['is not read over 1 MiB', { 'content-length': '1048577' }, undefined],
  ['does not come back with a field the page does not have', {}, undefined, { tags: 'b' }],
])(
  "a session's form refused by a rate limit %s",
  async (_to, headers, values, fields: Record<string, string> = {}) => {
    limits.refusal = refusedByLimit();
    const args = sent({ name: 'a', headers: 'X-Key: secret', ...fields });
    for (const [name, value] of Object.entries({ 'content-length': '30', ...headers }))
      args.request.headers.set(name, value);
    const { data, init } = await refusal(
      formAction({ guard, schema, hideFields: ['headers'], run: never })(args),
    );
    expect(init?.status).toBe(429);
    expect(data.result?.initialValue).toEqual(values);
    expect(JSON.stringify(data)).not.toContain('secret');
  },
);

test('a form without a session refused by a rate limit is not read', async () => {
  limits.refusal = refusedByLimit();
  const args = sent({ name: 'a' });
  args.request.headers.set('content-length', '6');
  const nobody = () => {
    throw redirect('/login');
  };
  const { init } = await refusal(formAction({ guard: nobody, schema, run: never })(args));
  expect([init?.status, args.request.bodyUsed]).toEqual([429, false]);
});

test.each([
  '__proto__',
  '__intent__',
  '__state__',
  'constructor',
  'name[0]',
  'name[4294967294]',
  'name.first',
  'tags[]',
  'Name',
  'n'.repeat(101),
])('a field outside the schema is refused by name: %s', async (name) => {
  const { data, init } = await refusal(
    formAction({ guard, schema, run: never })(sent({ name: 'a', [name]: '1' })),
  );
  expect(init?.status).toBe(400);
  expect(data.toast?.title).toBe('Validation Error');
  expect(data.toast?.message).toContain(name.slice(0, 100));
});

test('declared controls are accepted besides the schema', async () => {
  const run = vi.fn(() => Promise.resolve(redirect('/dashboard')));
  await formAction({ guard, schema, controls: ['intent'], run })(sent({ name: 'a', intent: 'save' }));
  expect(run).toHaveBeenCalledOnce();
});

function sent(fields: Record<string, string>) {
  const headers = { 'x-request-id': 'request-1' };
  const body = new URLSearchParams(fields);
  const request = new Request('http://127.0.0.1/form', { method: 'POST', headers, body });
  return {
    request,
    params: {},
    context: { nonce: '', requestId: '', isBodyTooLarge: () => false, onLeave: () => undefined },
  };
}

function failing(error: Error) {
  return () => Promise.reject(error);
}

function never(): Promise<Response> {
  throw new Error('The use case ran.');
}

async function refusal<T>(result: Promise<T>): Promise<Exclude<T, Response>> {
  const given = await result;
  if (given instanceof Response) throw new Error('The form was taken.');
  return given as Exclude<T, Response>;
}
