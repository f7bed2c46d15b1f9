import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type TestWeb } from './web.ts';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

test('without egress addresses the file and the page say so, and point to signatures', async () => {
  const file = await web.ask('/.well-known/punctual-egress.json');
  expect(file.status).toBe(200);
  expect(await file.json()).toEqual({
    addresses: [],
    updated_at: null,
    published: false,
    documentation: 'http://127.0.0.1:3000/docs/signing',
    message: 'This installation publishes no addresses. Check the signatures of its requests instead.',
  });
  const text = await (await web.ask('/docs/egress')).text();
  expect(text).toContain('publishes no addresses');
  expect(text).toContain('/docs/signing');
});
