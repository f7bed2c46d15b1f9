import { expect, test, vi } from 'vitest';
import { makeHostResolver, type Lookup } from './resolve-host.server.ts';

const none = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }));
const resolverOf = (lookup: Partial<Lookup>) =>
  makeHostResolver({ makeLookup: () => ({ resolve4: none, resolve6: none, ...lookup }) });

test('both families are resolved, and IPv4 comes first', async () => {
  const resolve = resolverOf({
    resolve4: () => new Promise((done) => setImmediate(done, ['192.0.2.1', '192.0.2.2'])),
    resolve6: () => Promise.resolve(['2001:db8::1']),
  });
  expect(await resolve('both.example')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
});

test('a family without an address is no error', async () => {
  expect(await resolverOf({ resolve4: () => Promise.resolve(['192.0.2.1']) })('four.example')).toEqual([
    '192.0.2.1',
  ]);
  expect(await resolverOf({ resolve6: () => Promise.resolve(['2001:db8::1']) })('six.example')).toEqual([
    '2001:db8::1',
  ]);
});

test('a name without any address fails with the codes of both families', async () => {
  await expect(resolverOf({})('none.example')).rejects.toThrow('ENODATA, ENODATA');
  await expect(resolverOf({ resolve4: () => Promise.resolve([]) })('empty.example')).rejects.toThrow(
    'EMPTY, ENODATA',
  );
});

test('an unresponsive name server is given up after 5 s', async () => {
  vi.useFakeTimers();
  try {
    const silent = () => new Promise<string[]>(() => {});
    const asked = expect(resolverOf({ resolve4: silent, resolve6: silent })('dead.example')).rejects.toThrow(
      'ETIMEOUT',
    );
    await vi.advanceTimersByTimeAsync(5_000);
    await asked;
  } finally {
    vi.useRealTimers();
  }
});

test('calls of one instant share a lookup, those of the next second make a new one', async () => {
  vi.useFakeTimers();
  try {
    const resolve4 = vi.fn(() => Promise.resolve(['192.0.2.1']));
    const resolve = resolverOf({ resolve4 });
    await Promise.all([resolve('one.example'), resolve('one.example'), resolve('other.example')]);
    expect(resolve4).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1_000);
    await resolve('one.example');
    expect(resolve4).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
