import { expect, test } from 'vitest';
import { limits } from '#server/rate-limit/limits.ts';
import { admitImport } from '#server/transfer/admit-import.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { aUser } from '../makers.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

const refusalOf = (refused: Promise<unknown>) =>
  refused.then(
    () => expect.fail('Nothing was refused.'),
    (error: unknown) => error,
  );

test('an account has one import at a time, others are not held up', async () => {
  const [owner, other] = [await aUser(), await aUser()];
  const leave = await admitImport({ owner });
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({
    type: 'rate_limit',
    message:
      'Your account already has an import running. Wait until it has finished, then send this one again.',
    details: { retry_after: 5 },
  });
  (await admitImport({ owner: other }))();
  leave();
  (await admitImport({ owner }))();
});

test('an account has ten imports a minute; a refused one leaves the account free', async () => {
  const owner = await aUser();
  for (let n = 0; n < limits.import.points; n += 1) (await admitImport({ owner }))();
  const refusal = await refusalOf(admitImport({ owner }));
  expect(refusal).toMatchObject({ type: 'rate_limit', details: { policy: 'import', limit: 10 } });
  expect((refusal as Error).message).toContain('10 imports a minute are allowed');
  expect(await refusalOf(admitImport({ owner }))).toMatchObject({ details: { policy: 'import' } });
});

test(
  'twenty imports of one account do not hold up a small one of another',
  { timeout: 120_000 },
  async () => {
    const [crowd, owner] = [await aUser(), await aUser()];
    const job = { name: 'A', cron: '@daily', webhook_url: 'https://example.com' };
    const plan = ({ of, text }: { of: typeof owner; text: string }) =>
      planImport({ owner: of, text, format: 'yaml', timeZone: 'UTC' });
    const small = JSON.stringify([job]);
    // Its thread is started: what is measured is the wait.
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
  },
);

test('texts that the database cannot take are refused by the schema, not by a crash', async () => {
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
