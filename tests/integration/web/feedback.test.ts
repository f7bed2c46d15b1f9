import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

const place = 'https://feedback.example.com/punctual';
let web: TestWeb;

beforeAll(async () => {
  process.env['FEEDBACK_URL'] = place;
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('with a feedback address configured, Request Feature links to it, marked New (D47)', async () => {
  for (const path of ['/', '/docs', '/status']) {
    const html = await (await web.ask(path)).text();
    expect(html, path).toMatch(new RegExp(`<a href="${place}"[^>]*>Request Feature<span[^>]*>New<`));
    expect(html, path).not.toContain('href="/docs/feedback"');
  }
});

test("the dashboard's Feedback link and the former feedback page lead to it too", async () => {
  const { cookie } = await aVisitor();
  const html = await (await web.ask('/dashboard', { headers: { cookie } })).text();
  expect(html).toContain(`href="${place}"`);
  const response = await web.ask('/docs/feedback');
  expect([response.status, response.headers.get('location')]).toEqual([302, place]);
});
