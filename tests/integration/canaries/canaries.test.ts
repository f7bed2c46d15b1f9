// The mail server and the endpoints name themselves before the engine reads the environment.
import { mailServer } from '../mail/set-up.ts';
import '../push/push-service.ts';
import { endpoint } from './endpoint.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionCookieName } from '#app/http/session/session-cookie.server.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import type { RunningWorker } from '#worker/start-worker.ts';
import { aPerson } from '../admin/kit.ts';
import { aWorker, hasTemporal, patient } from '#tests/integration/engine/kit/engine.ts';
import { textOf } from '../mail/mail-server.ts';
import { origin, startWeb, type TestWeb } from '../web/web.ts';
import { anAccount } from './account.ts';
import { type Canary, canariesOf, heldIn, jobName, leakedTo } from './canaries.ts';
import { databaseText, sealedColumns } from './database-text.ts';
import { liveOnce, mailAddress } from './life.ts';
import { listenToOutput } from './said-text.ts';
import { temporalText } from './temporal-text.ts';

// Before anything reads the environment: logs at the most verbose level.
vi.hoisted(() => (process.env['LOG_LEVEL'] = 'debug'));

const mask = '********';

describe.skipIf(!hasTemporal)('canaries in every secret', patient, () => {
  let web: TestWeb;
  let worker: RunningWorker;
  let output: ReturnType<typeof listenToOutput>;
  let account: Awaited<ReturnType<typeof anAccount>>;
  let lived: Awaited<ReturnType<typeof liveOnce>>;
  let canaries: Canary[];

  beforeAll(async () => {
    web = await startWeb();
    output = listenToOutput();
    worker = await aWorker();
    account = await anAccount();
    lived = await liveOnce({ web, account });
    canaries = canariesOf({ ...account.issued, confirmation: lived.confirmation });
  }, 400_000);
  afterAll(async () => {
    await worker.stop();
    output.stop();
    await web.stop();
  });

  const valuesOf = (...names: string[]) => {
    const found = canaries.filter(({ name }) => names.includes(name));
    expect(found).toHaveLength(names.length);
    return found;
  };
  /** Proves that a text is the intended one. */
  const expectHeld = (text: string, ...names: string[]) =>
    expect(heldIn({ text, canaries: valuesOf(...names) }).sort()).toEqual(names.sort());
  const ask = async (path: string, headers: Record<string, string>) => {
    const response = await web.ask(path, { headers });
    expect(response.status, path).toBe(200);
    return response.text();
  };
  const ofOwner = () => ({ cookie: `${sessionCookieName(origin)}=${account.sessionToken}` });
  /** A page as a document and as the data the router asks for. */
  const loadPage = async (page: string, headers: Record<string, string>) => {
    const [path = '', query = ''] = page.split('?');
    return [await ask(page, headers), await ask(`${path}.data?${query}`, headers)].join('\n');
  };

  test('S13: canaries reach targets, channels, mailboxes and browsers, and decrypt from every sealed column', async () => {
    expect(canaries.length).toBeGreaterThan(30);
    expectHeld(
      endpoint.text(),
      ...['urlPath', 'urlQuery', 'secretHeader', 'plainHeader', 'payload', 'secret', 'secretInQuery'],
      ...[
        'formQuery',
        'webhookNotification',
        'slackNotification',
        'defaultNotification',
        'channelUrl',
        'channelTemplate',
        'typedToken',
        'editedPayload',
      ],
      ...['clientSecret', 'accessToken'],
    );
    expect(endpoint.text()).toContain('webhook-signature');
    expect(endpoint.under('/never')).toEqual([]);
    const mails = mailServer.of(mailAddress).map((mail) => mail.raw + textOf(mail));
    expectHeld(mails.join('\n'), 'mailSubject', 'mailText', 'confirmation');
    expect(account.browser.got().length).toBeGreaterThan(0);

    const columns = await sealedColumns({ ownerId: account.owner.id });
    expect(columns.filter(({ values }) => values.length === 0)).toEqual([]);
    const dataKey = env().DATA_KEYS[0]?.id ?? '';
    const isSealed = new RegExp(`^v1\\.${dataKey}(?:\\.[\\w-]+){3}$`);
    for (const { column, values } of columns)
      for (const value of values) expect(value, column).toMatch(isSealed);
    expectHeld(
      columns.flatMap(({ texts }) => texts).join('\n'),
      ...['urlPath', 'urlQuery', 'secretHeader', 'plainHeader', 'payload', 'secret', 'secretInQuery'],
      ...[
        'formQuery',
        'formResponse',
        'webhookNotification',
        'slackNotification',
        'defaultNotification',
        'eventUrl',
        'channelUrl',
        'channelTemplate',
        'channelKey',
        'mailbox',
        'mailSubject',
      ],
      ...[
        'typedToken',
        'editedPayload',
        'clientSecret',
        'accessToken',
        'mailText',
        'signingSecret',
        'previousSigningSecret',
        'eventSecret',
        'previousEventSecret',
        'apiKey',
        'pushEndpoint',
        'pushKey',
      ],
    );
  });

  test('S13: Temporal contains no canary: no history, memo, search attribute or failure', async () => {
    const { workflowIds, text } = await temporalText();
    const { fine, failing, byHand } = lived;
    for (const kind of [
      ...[`job/${fine.id}`, `job/${fine.id}/run/`, `job/${failing.id}`],
      ...[`job/${byHand.id}/run/`, 'test/', 'maintenance-'],
    ])
      expect(
        workflowIds.filter((id) => id.startsWith(kind)),
        kind,
      ).not.toEqual([]);
    expect(leakedTo({ place: 'temporal', text, canaries })).toEqual([]);
    // The memo names the job, and failed activities are reported by their code.
    for (const reported of [jobName, '"message":"expired: error P0001"'])
      expect(text.includes(reported), reported).toBe(true);
  });

  test('S13: a database dump contains no canary outside columns that the design leaves unsealed', async () => {
    const text = await databaseText();
    expectHeld(text, 'responseBody', 'responseCookie', 'description', 'tag', 'pattern', 'email', 'firstName');
    expect(leakedTo({ place: 'database', text, canaries })).toEqual([]);
  });

  test('S13, D41: a target that repeats everything it gets leaves no canary in records, pages, responses and notifications', async () => {
    const { echo, echoed, echoTest } = lived;
    expectHeld(
      endpoint
        .under('/echo')
        .map(({ text }) => text)
        .join('\n'),
      'secret',
      'secretInQuery',
      'secretHeader',
    );
    const body = await db().attemptBody.findFirstOrThrow({ where: { executionId: echoed.id } });
    expect(body.body).toContain('{{secret.SHOP_TOKEN}}');
    expect(body.body).toContain(mask);
    expect(body.headers).toMatchObject({
      'x-echo-x-api-key': '{{secret.SHOP_TOKEN}}',
      'x-echo-authorization': `Basic ${mask}`,
      location: '/echo?token={{secret.QUERY_TOKEN}}',
    });
    const page = `/dashboard/jobs/${echo.id}/executions/${echoed.id}`;
    const byKey = { authorization: `Bearer ${account.apiKey}` };
    const texts = [
      JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      JSON.stringify(echoTest.result),
      await loadPage(page, ofOwner()),
      await ask('/dashboard/settings/export.json', ofOwner()),
      await ask(`/api/v1/jobs/${echo.id}/executions/${echoed.id}`, byKey),
      ...endpoint.under('/notes/').map(({ text }) => text),
      output.text(),
    ];
    for (const text of texts)
      expect(heldIn({ text, canaries: valuesOf('secret', 'secretInQuery', 'secretHeader') })).toEqual([]);
    expect(texts[1]).toContain('{{secret.SHOP_TOKEN}}');
  });

  test('S13: the log of web and worker contains no canary, although it has a line for each call and error', () => {
    const lines = output.lines();
    const said = lines.map(({ msg }) => msg);
    const calls = ['a call was made', 'a call ended in a defect', 'answered'];
    for (const msg of [...calls, 'Activity failed', 'maintenance task failed']) expect(said).toContain(msg);
    const call = { msg: 'a call was made', jobId: lived.failing.id, code: 'status_rejected' };
    expect(lines).toContainEqual(expect.objectContaining(call));
    expect(leakedTo({ place: 'log', text: output.text(), canaries })).toEqual([]);
  });

  test('S13: pages show their owner no secret value, and headers with secret names masked', async () => {
    const { fine, failing, success, failure, mailJobId } = lived;
    const job = `/dashboard/jobs/${fine.id}`;
    const channels = '/dashboard/settings/channels';
    const texts = new Map<string, string>();
    for (const page of [
      ...['/dashboard', job, `${job}/edit`, `${job}/executions/${success.id}`, '/dashboard/import'],
      ...[`/dashboard/jobs/${failing.id}`, `/dashboard/jobs/${failing.id}/executions/${failure.id}`],
      ...[`/dashboard/jobs/${mailJobId}`, `/dashboard/jobs/create?from=${fine.id}`],
      ...['/dashboard/settings', '/dashboard/api-docs', channels, `${channels}/${account.channelId}`],
    ])
      texts.set(page, await loadPage(page, ofOwner()));
    for (const [page, text] of texts) expect(leakedTo({ place: 'pages', text, canaries }), page).toEqual([]);

    expectHeld(texts.get(job) ?? '', 'urlPath', 'urlQuery', 'plainHeader', 'payload', 'description', 'tag');
    expectHeld(texts.get(`${job}/executions/${success.id}`) ?? '', 'urlQuery', 'payload', 'responseBody');
    expectHeld(texts.get(`${job}/edit`) ?? '', 'webhookNotification', 'plainHeader');
    for (const page of [job, `${job}/edit`, `${job}/executions/${success.id}`])
      expect(texts.get(page)).toContain(mask);
    expect(texts.get('/dashboard/settings')).toContain('SHOP_TOKEN');
    expect(texts.get(channels)).toContain('Pager');
    expectHeld(await ask(`${job}?reveal=headers`, ofOwner()), 'secretHeader');
    const revealed = await ask(`${job}/executions/${success.id}?reveal=headers`, ofOwner());
    expectHeld(revealed, 'secretHeader', 'responseCookie');
  });

  test("S13: operators see no canary except the account's email address", async () => {
    const { cookie } = await aPerson({ web, role: 'admin' });
    const pages = ['/admin', '/admin/active-jobs', '/admin/failures', '/admin/users', '/admin/settings'];
    const ofAccount = `/admin/users/${account.owner.id}`;
    const texts = await Promise.all(
      [...pages, ofAccount, '/admin/logs'].map((page) => loadPage(page, { cookie })),
    );
    const text = [...texts, await ask('/admin/logs/export', { cookie })].join('\n');
    expectHeld(text, 'email');
    for (const reported of [jobName, endpoint.authority]) expect(text).toContain(reported);
    expect(leakedTo({ place: 'admin', text, canaries })).toEqual([]);
  });

  test('S13: exports and API responses contain no canary that was not requested', async () => {
    const { fine, failing, success, failure } = lived;
    const job = `/dashboard/jobs/${fine.id}`;
    const jobs = '/dashboard/export';
    const files = [`${jobs}.json`, `${jobs}.yaml`, `${jobs}.crontab`, '/dashboard/settings/export.json'];
    const texts = new Map<string, string>();
    for (const path of [...files, `${job}/executions.csv`]) texts.set(path, await ask(path, ofOwner()));
    for (const path of files.slice(0, 2)) expectHeld(texts.get(path) ?? '', 'urlQuery', 'payload');
    expectHeld(texts.get('/dashboard/settings/export.json') ?? '', 'urlQuery', 'responseBody', 'email');
    expect(texts.get(`${job}/executions.csv`)).toContain(`${success.id},success`);
    expectHeld(await ask(`${jobs}.json?secrets=shown`, ofOwner()), 'secretHeader');

    for (const credential of [account.apiKey, account.productToken]) {
      const headers = { authorization: `Bearer ${credential}` };
      for (const path of [
        ...['/jobs', `/jobs/${fine.id}`, `/jobs/${fine.id}/executions`],
        ...['/channels', `/channels/${account.channelId}`, `/channels/${account.channelId}/deliveries`],
        ...[`/jobs/${fine.id}/executions/${success.id}`, `/jobs/${failing.id}/executions/${failure.id}`],
      ])
        texts.set(`${path} by ${credential.slice(0, 3)}`, await ask(`/api/v1${path}`, headers));
    }
    const byToken = { authorization: `Bearer ${account.productToken}` };
    for (const path of ['/auth/user', '/auth/api-keys'])
      texts.set(path, await ask(`/api/v1${path}`, byToken));
    for (const [path, text] of texts)
      expect(leakedTo({ place: 'exports', text, canaries }), path).toEqual([]);
  });
});
