import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aVisitor, origin, startWeb, type TestWeb } from '#tests/integration/web/web.ts';

process.env['RATE_LIMIT_SCALE'] = '1';

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 120_000);

afterAll(() => web.stop());

/** Makes a request as a browser without JavaScript does, which fetch cannot. */
function navigate({ path, cookie = '' }: { path: string; cookie?: string }) {
  const headers = {
    ...{ host: new URL(origin).host, cookie, referer: `${origin}/dashboard/import` },
    ...{ 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  };
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const asked = request(web.address + path, { headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      asked.once('error', reject);
      asked.end();
    },
  );
}

const text = /5 exports an hour; try again at \d\d:\d\d UTC\./;

test('the sixth export is refused with the time to retry: as a toast with JavaScript, as a page without', async () => {
  const { cookie } = await aVisitor();
  const get = (path: string) => web.ask(path, { headers: { cookie } });
  for (const path of ['export.json', 'export.yaml', 'export.crontab', 'settings/export.json', 'export.json'])
    expect((await get(`/dashboard/${path}`)).status, path).toBe(200);
  for (const path of ['export.yaml', 'settings/export.json']) {
    const refused = await get(`/dashboard/${path}`);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      429,
      'application/json; charset=utf-8',
    ]);
    expect(await refused.json()).toMatchObject({
      toast: { title: 'Rate Limit Exceeded', message: expect.stringMatching(text) as string, tone: 'error' },
    });
    const led = await navigate({ path: `/dashboard/${path}`, cookie });
    expect([led.status, led.headers.location]).toEqual([303, '/dashboard/download-failed']);
    const kept = led.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const page = await navigate({ path: '/dashboard/download-failed', cookie: `${cookie}; ${kept}` });
    expect(page.status).toBe(429);
    expect(page.text).toMatch(text);
    expect(page.text).toMatch(/href="\/dashboard\/import"[^>]*>Go Back/);
  }
});

test('a signed-out visitor is led to the sign-in, and from there to the page with the button', async () => {
  const path = '/dashboard/export.json';
  const signIn = '/login?redirectTo=%2Fdashboard%2Fimport';
  const page = await navigate({ path });
  expect([page.status, page.headers.location]).toEqual([302, signIn]);
  const script = await web.ask(path, { headers: { referer: `${origin}/dashboard/import` } });
  expect(script.status).toBe(401);
  expect(await script.json()).toMatchObject({
    toast: { message: 'Please log in again to continue.', way: { label: 'Sign In', to: signIn } },
  });
});

test('the page of a failed download without a failure redirects to the dashboard', async () => {
  const { cookie } = await aVisitor();
  const page = await web.ask('/dashboard/download-failed', { headers: { cookie } });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/dashboard']);
});
