import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

const place = 'https://feedback.example.com/punctual';
let web: TestWeb;

beforeAll(async () => {
  process.env['FEEDBACK_URL'] = place;
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

test('where the installation names a place for feedback, Request Feature leads there, marked New (D47)', async () => {
  for (const path of ['/', '/docs', '/status']) {
    const html = await (await web.ask(path)).text();
    expect(html, path).toMatch(new RegExp(`<a href="${place}"[^>]*>Request Feature<span[^>]*>New<`));
    expect(html, path).not.toContain('href="/docs/feedback"');
  }
});

test('and so do the Feedback of the dashboard and the page that stood for it', async () => {
  const { cookie } = await aVisitor();
  const html = await (await web.ask('/dashboard', { headers: { cookie } })).text();
  expect(html).toContain(`href="${place}"`);
  const response = await web.ask('/docs/feedback');
  expect([response.status, response.headers.get('location')]).toEqual([302, place]);
});
