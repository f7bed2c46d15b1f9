import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { limits } from '#server/rate-limit/limits.ts';
import { admitImport } from '#server/transfer/admit-import.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { aUser } from '../makers.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

/** Another process that has started an import of the account, and reports whether it may start one more. */
async function anImportingProcess(userId: number) {
  const program = `
    const { createInterface } = await import('node:readline');
    const { admitImport } = await import('#server/transfer/admit-import.server.ts');
    const admit = (id) => admitImport({ owner: { id, tier: 'free' } }).then(() => 'in', () => 'refused');
    console.log(await admit(${userId}));
    createInterface({ input: process.stdin }).on('line', async (id) => console.log(await admit(Number(id))));
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async () => (await lines.next()).value as string;
  expect(await said()).toBe('in');
  return {
    child,
    ask: (id = userId) => {
      child.stdin.write(`${id}\n`);
      return said();
    },
  };
}

const refusalOf = (refused: Promise<unknown>) =>
  refused.then(
    () => expect.fail('Nothing was refused.'),
    (error: unknown) => error,
  );

test('an account has one import at a time, others are not delayed', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const leave = await admitImport({ owner });
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({
    type: 'rate_limit',
    message:
      'Your account already has an import running. Wait until it has finished, then send this one again.',
    details: { retry_after: 5 },
  });
  await (
    await admitImport({ owner: other })
  )();
  await leave();
  await (
    await admitImport({ owner })
  )();
});

test('an account has one import at a time across all processes, and that of a dead one expires', async () => {
  const owner = await aUser();
  const other = await anImportingProcess(owner.id);
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({ type: 'rate_limit' });
  expect(await other.ask()).toBe('refused');
  other.child.kill('SIGKILL');
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({ type: 'rate_limit' });
  const key = `importing:${owner.id}`;
  const { expire } = await db().rateLimit.findUniqueOrThrow({ where: { key } });
  expect(Number(expire) - Date.now()).toBeLessThanOrEqual(60_000);
  await db().rateLimit.update({ where: { key }, data: { expire: Date.now() - 1 } });
  const leave = await admitImport({ owner });
  await leave();
  expect(await db().rateLimit.findUnique({ where: { key } })).toBeNull();
});

test('of twenty imports that start at once in two processes one is admitted', async () => {
  const owner = await aUser();
  const other = await anImportingProcess((await aUser()).id);
  const begun = await Promise.all([
    ...Array.from({ length: 10 }, () =>
      admitImport({ owner }).then(
        () => 'in',
        () => 'refused',
      ),
    ),
    ...Array.from({ length: 10 }, () => other.ask(owner.id)),
  ]);
  other.child.kill();
  expect(begun.filter((end) => end === 'in')).toHaveLength(1);
});

test("a long import keeps its lock, and one that lost it does not release the next one's", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const owner = await aUser();
  const where = { key: `importing:${owner.id}` };
  const leave = await admitImport({ owner });
  await db().rateLimit.update({ where, data: { expire: Date.now() + 1_000 } });
  await vi.advanceTimersByTimeAsync(20_000);
  await vi.waitFor(async () => {
    const { expire } = await db().rateLimit.findUniqueOrThrow({ where });
    expect(Number(expire) - Date.now()).toBeGreaterThan(50_000);
  });
  await db().rateLimit.update({ where, data: { expire: Date.now() - 1 } });
  const next = await admitImport({ owner });
  await leave();
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({ type: 'rate_limit' });
  await next();
});

test('an account has ten imports a minute; a refused one does not block the account', async () => {
  const owner = await aUser();
  for (let n = 0; n < limits.import.points; n += 1) await (await admitImport({ owner }))();
  const refusal = await refusalOf(admitImport({ owner }));
  expect(refusal).toMatchObject({ type: 'rate_limit', details: { policy: 'import', limit: 10 } });
  expect((refusal as Error).message).toContain('10 imports a minute are allowed');
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({ details: { policy: 'import' } });
});

test('twenty imports of one account do not delay a small one of another', { timeout: 120_000 }, async () => {
  const [crowd, owner] = [await aUser(), await aUser()];
  const job = { name: 'A', cron: '@daily', webhook_url: 'https://example.com' };
  const plan = ({ of, text }: { of: typeof owner; text: string }) =>
    planImport({ owner: of, text, format: 'yaml', timeZone: 'UTC' });
  const small = JSON.stringify([job]);
  // Its thread has started: only the wait is measured.
  await plan({ of: owner, text: small });
  let ended = 0;
  const large = `- {a: [${'b,'.repeat(90_000)}]}`;
  const many = Array.from({ length: 20 }, () =>
    plan({ of: crowd, text: large }).then(
      () => (ended += 1),
      (error: unknown) => expect(error).toMatchObject({ type: 'rate_limit' }),
    ),
  );
  expect(await plan({ of: owner, text: small })).toMatchObject({ jobs: [{ outcome: 'new' }] });
  expect(ended).toBeLessThanOrEqual(2);
  await Promise.all(many);
  expect(ended).toBe(5);
});

test('texts that the database cannot store are refused by the schema, not by a crash', async () => {
  const owner = await aUser();
  const text = JSON.stringify([
    { name: 'a\0b', external_id: 'x\0y', cron: '@daily', webhook_url: 'https://example.com' },
    { name: '\ud800', cron: '@daily', webhook_url: 'https://example.com', ['__proto__x']: 1 },
    JSON.parse('{"__proto__": 1, "name": "P"}') as object,
  ]);
  const planned = await planImport({ owner, text, format: null, timeZone: 'UTC' });
  expect(planned).toMatchObject({
    jobs: [{ outcome: 'refused' }, { outcome: 'refused' }, { outcome: 'refused' }],
  });
});
