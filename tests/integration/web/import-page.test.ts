import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

// The import page in a browser without JavaScript.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const text = `30 2 * * * curl https://example.com/nightly
8 6 * * * /home/user/backup.sh && curl https://example.com/ping
0 9 1-7 * */7 curl https://example.com/first
15 3 * * * curl ftp://example.com/a
`;

async function aVisit() {
  const { cookie, userId } = await aVisitor();
  const send = async (fields: [string, string][]) => {
    const given = fields.some(([name]) => name === 'text') ? [] : [['text', text]];
    const body = new URLSearchParams([...given, ['timezone', 'Europe/Paris'], ...fields]);
    const headers = { cookie, origin, 'sec-fetch-mode': 'navigate' };
    const response = await web.ask('/dashboard/import', { method: 'POST', headers, body });
    return { status: response.status, html: await response.text(), to: response.headers.get('location') };
  };
  const crons = async () => {
    const jobs = await db().job.findMany({ where: { ownerId: userId }, orderBy: { id: 'asc' } });
    return jobs.map(({ cronExpression }) => cronExpression);
  };
  return { send, crons };
}

const digestOf = (html: string) => /name="digest" value="([^"]+)"/.exec(html)?.[1] ?? '';

test('the preview has its checkboxes, and the good jobs are imported as ticked', async () => {
  const { send, crons } = await aVisit();
  const { status, html } = await send([['intent', 'preview']]);
  expect(status).toBe(200);
  expect(html).toContain('2 new, 1 optional, 1 refused.');
  expect(html.match(/<input(?=[^>]*name="take")[^>]*checked/g)).toHaveLength(2);
  expect(html).toMatch(/<input(?=[^>]*name="take")(?=[^>]*value="1")(?![^>]*checked)/);
  expect(html).toMatch(/<input(?=[^>]*name="offer")(?=[^>]*value="3")[^>]*checked/);
  expect(html).toContain('Import the 2 Good Jobs');
  expect(html).toContain('02:30 does not exist in Paris');

  const digest = digestOf(html);
  const all = await send([
    ['intent', 'import'],
    ['digest', digest],
    ['take', '0'],
    ['take', '2'],
    ['offer', '3'],
  ]);
  expect([all.status, await crons()]).toEqual([200, []]);
  const good = await send([
    ['intent', 'import-good'],
    ['digest', digest],
    ...['0', '1', '2'].map((place): [string, string] => ['take', place]),
  ]);
  expect([good.status, good.to]).toEqual([303, '/dashboard']);
  expect(await crons()).toEqual(['30 2 * * *', '8 6 * * *', '0 9 1-7 * */7']);

  // Sent again, as after a lost response: the imported jobs are recognized.
  const again = await send([
    ['intent', 'import-good'],
    ['digest', digest],
    ...['0', '1', '2'].map((place): [string, string] => ['take', place]),
  ]);
  expect(again.html).toContain('have changed since the preview');
  expect(await crons()).toHaveLength(3);
});

test('an import with nothing ticked writes nothing and says so', async () => {
  const { send, crons } = await aVisit();
  const only: [string, string] = ['text', '8 6 * * * /home/user/backup.sh && curl https://example.com/ping'];
  const { html } = await send([only, ['intent', 'preview']]);
  expect(html).toContain('Import Ticked Jobs');
  const { html: none } = await send([only, ['intent', 'import'], ['digest', digestOf(html)]]);
  expect(none).toContain('No jobs are selected.');
  expect(await crons()).toEqual([]);
});
