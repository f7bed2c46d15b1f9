import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { type AppError } from '#domain/errors.ts';
import { createThreadPool } from './thread-pool.server.ts';

vi.setConfig({ testTimeout: 120_000 });
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgres://unused');
  vi.stubEnv('LOG_LEVEL', 'silent');
});

const createPool = (waitingPerAccount?: number) =>
  createThreadPool({
    name: 'match-pattern',
    memoryMb: 128,
    data: { patternsHeld: 2 },
    refusal: 'Wait, then try again.',
    ...(waitingPerAccount !== undefined && { waitingPerAccount }),
  });
const slow = { pattern: '(a|b)*a(a|b){900}[cd]', text: 'ab'.repeat(16_000) };
const quick = { pattern: 'a', text: 'a' };

/**
 * Runs the product's own pool in a separate process, because an error that ends a process would end this one.
 * @param flags of Node
 */
async function processThat(
  work: string,
  flags: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const program = `
    import { createThreadPool } from '#server/threads/thread-pool.server.ts';
    import { draftImport } from '#server/transfer/draft-import.server.ts';
    ${work}
    console.log('still here');
    process.exit(0);`;
  const args = [...flags, '--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('a thread that runs out of memory while its time limit ends it does not end the process', async () => {
  const work = `
    let state = 1;
    const draw = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16;
    const text = Array.from({ length: 64_000 }, () => (draw() % 2 ? 'a' : 'b')).join('');
    for (const limitMs of [1, 20, 40, 80, 120, 160, 200, 300, 400, 20_000]) {
      const pool = createThreadPool({ name: 'match-pattern', memoryMb: 8, data: { patternsHeld: 50 } });
      await pool.use({ account: 1, work: async (ask) => {
        for (let n = 60; n < 70; n += 1) {
          const result = await ask({ message: { pattern: '(a|b)*a(a|b){' + n + '}[cd]', text }, limitMs });
          if ('failure' in result) { console.log(result.failure); break; }
        }
      } });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));`;
  // V8 compiles on threads of its own, and ends the process where one of them finds a heap of 8 MB full. Here it is about
  // the pool: V8 does all its work on the thread that runs the pattern.
  const { code, output } = await processThat(work, ['--single-threaded']);
  // The last one has enough time to fill its memory.
  expect(output).toMatch(/^memory$/m);
  expect(output).toMatch(/still here\n$/);
  expect(code).toBe(0);
});

test('a thread that throws, while working or idle, does not end the process', async () => {
  const { code, output } = await processThat(`
    const pool = createThreadPool({ name: 'match-pattern', memoryMb: 64, data: { patternsHeld: 2 } });
    const ask = (message) => pool.use({ account: 1, work: (ask) => ask({ message, limitMs: 5_000 }) });
    console.log(JSON.stringify(await ask({ pattern: '(', text: 'a' })));
    console.log(JSON.stringify(await ask({ pattern: 'a', text: 'a' })).includes('true'));
    // The reply of the first is there before the second throws.
    await pool.use({ account: 1, work: async (ask) => {
      const first = ask({ message: { pattern: 'a', text: 'a' }, limitMs: 5_000 });
      void ask({ message: null, limitMs: 5_000 });
      await first;
    } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(JSON.stringify(await ask({ pattern: 'a', text: 'a' })).includes('true'));`);
  expect(output).toBe('{"failure":"broken"}\ntrue\ntrue\nstill here\n');
  expect(code).toBe(0);
});

const bombs: Record<string, string> = {
  'a bomb of anchors': `['a: &a [1,1,1,1,1,1,1,1,1,1]', ...['b','c','d','e','f','g','h'].map((name, n) => name + ': &' + name + ' [' + Array(10).fill('*' + 'abcdefg'[n]).join(',') + ']')].join('\\n')`,
  'two million flow signs': `'[a,'.repeat(600_000)`,
  'two million dashes': `'- '.repeat(1_000_000)`,
  'errors alone': `'- ]\\n'.repeat(90_000)`,
  'a block of empty lines': `'a: |\\n' + '\\n'.repeat(2_000_000) + '  b'`,
};

test.each(Object.entries(bombs))('YAML that is %s never ends the process', async (_, text) => {
  const { code, output } = await processThat(`
    const read = await draftImport({ ownerId: 1, text: ${text}, format: 'yaml', timeZone: 'UTC' });
    console.log('error' in read);`);
  expect(output).toBe('true\nstill here\n');
  expect(code).toBe(0);
});

test("work beyond an account's limit is refused with a message and a time", async () => {
  const pool = createPool(2);
  const ask = (account: number) =>
    pool.use({ account, work: (ask) => ask({ message: quick, limitMs: 5_000 }) });
  const ended = await Promise.allSettled([1, 1, 1, 1, 2].map(ask));
  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const refusal = (ended[3] as PromiseRejectedResult).reason as AppError;
  expect(refusal).toMatchObject({
    type: 'rate_limit',
    message: 'Wait, then try again.',
    details: { retry_after: 5 },
  });
});

test('a short message of one account does not wait for the long ones of another', async () => {
  const pool = createPool();
  const order: string[] = [];
  const ask = ({ account, message }: { account: string; message: object }) =>
    pool.use({ account, work: (ask) => ask({ message, limitMs: 400 }) }).then(() => order.push(account));
  const long = Array.from({ length: 20 }, () => ask({ account: 'A', message: slow }));
  await ask({ account: 'B', message: quick });
  expect(order.filter((account) => account === 'A').length).toBeLessThan(10);
  await Promise.all(long);
});
