import { inbox } from '#tests/integration/notifications/set-up.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#domain/time/units.ts';
import type { JsonSchema, OpenApiDocument } from '#app/presenters/api-docs/open-api-types.ts';
import { aBody, aClient } from '#tests/integration/api/api.ts';
import { apiCalls } from '#tests/integration/api/calls.ts';
import { readDocument } from '#tests/integration/api/documented.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { foreignPaths, hasIds, ownPath } from './paths.ts';
import { aFullAccount, type BothAccounts, bothAccounts, rowsOf } from './rows.ts';

// Sends an id of another account to every endpoint of the build that takes one.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

const inAnHour = () => new Date(Date.now() + hourMs).toISOString();
const anHourAgo = () => new Date(Date.now() - hourMs).toISOString();

/** Valid bodies for the endpoints that require one. */
const bodies: Record<string, () => Record<string, unknown>> = {
  'PUT /jobs/:id': () => ({ name: 'Taken' }),
  'PATCH /jobs/:id': () => ({ name: 'Taken' }),
  'PATCH /jobs/:id/status': () => ({ status: 'paused' }),
  'POST /incidents/:id/snooze': () => ({ until: inAnHour() }),
  'PUT /channels/:id': () => ({ name: 'Taken' }),
  'PATCH /event-subscriptions/:id': () => ({ enabled: false, url: inbox.url('/ok') }),
  'POST /event-subscriptions/:id/replay': () => ({ from: anHourAgo() }),
};

/** Endpoints with an id in the path. Deletions come last, the longest paths first. */
async function callsWithIds() {
  const found = (await apiCalls(web)).filter(({ template }) => hasIds(template));
  const rank = ({ method, template }: { method: string; template: string }) =>
    method === 'DELETE' ? 1_000 - template.length : 0;
  return found.sort((one, other) => rank(one) - rank(other));
}

const bodyOf = (call: string) => {
  const body = bodies[call]?.();
  return body ? { body } : {};
};

test.each(['key', 'token'] as const)(
  "with a %s, another account's id in a path is a 404 that changes and reveals nothing",
  async (kind) => {
    const both = await bothAccounts();
    const { mine, theirs } = both;
    const client = await aClient({ web, kind, owner: mine.user });
    const before = await rowsOf(theirs.user.id);
    const calls = await callsWithIds();
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, template } of calls) {
      if (kind === 'key' && template.startsWith('/auth/')) continue;
      const call = `${method} ${template}`;
      for (const path of foreignPaths({ template, ...both })) {
        const { status, text, body } = await client.ask(`${method} ${path}`, bodyOf(call));
        expect.soft([status, body.error?.type], `${call} as ${path}`).toEqual([404, 'not_found']);
        expect.soft(text, call).not.toContain(theirs.word);
      }
    }
    expect(await rowsOf(theirs.user.id)).toEqual(before);
  },
);

test("each of these endpoints finds the caller's own row", async () => {
  const mine = await aFullAccount();
  const client = await aClient({ web, kind: 'token', owner: mine.user });
  for (const { method, template } of await callsWithIds()) {
    const call = `${method} ${template}`;
    const { status } = await client.ask(`${method} ${ownPath({ template, mine })}`, bodyOf(call));
    // A job that is paused, or a run that has ended, refuses some acts.
    expect.soft(status < 300 || status === 409, `${call}: ${status}`).toBe(true);
  }
});

interface Sent {
  query?: string;
  body?: unknown;
  status: number;
  /** Data of the response. */
  data?: unknown;
}

/** A rule names its channel by id or by name. */
const absentChannel =
  (body: (channel: number | string) => unknown) =>
  ({ theirs: { channel, channelName } }: BothAccounts): Sent[] =>
    [channel, channelName].map((named) => ({ body: body(named), status: 400 }));

const ruleOfJob = absentChannel((channel) => aBody({ notify_rules: [{ channel }] }));
/** The same in the other spelling of the API. */
const ruleOfTokenJob = absentChannel((channel) => ({
  ...{ name: 'Ping', cronExpression: '0 * * * *', webhookURL: 'https://shop.example.com/ping' },
  notifyRules: [{ channel }],
}));

/** Each account has its own external ids: the caller's job takes it, and the other account's job keeps it. */
const takesExternalId =
  (status: number) =>
  ({ theirs: { externalId } }: BothAccounts): Sent[] => [
    { body: aBody({ external_id: externalId }), status },
  ];

/** Each field outside the path that names a row, with the result for a row of another account. */
const elsewhere: Record<string, (both: BothAccounts) => Sent[]> = {
  'GET /incidents job_id': ({ theirs }) => [{ query: `?job_id=${theirs.job}`, status: 200, data: [] }],
  'POST /jobs/bulk/delete job_ids': ({ theirs }) => [
    { body: { job_ids: [theirs.job] }, status: 200, data: { deleted: 0 } },
  ],
  'POST /jobs/bulk/status job_ids': ({ theirs }) => [
    { body: { job_ids: [theirs.job], status: 'paused' }, status: 200, data: { updated: 0 } },
  ],
  'POST /jobs notify_rules.channel': ruleOfJob,
  'POST /jobs notifyRules.channel': ruleOfTokenJob,
  // A test run sends no notifications.
  'POST /jobs/test notify_rules.channel': (both) => ruleOfJob(both).map((sent) => ({ ...sent, status: 202 })),
  'POST /jobs/test notifyRules.channel': (both) =>
    ruleOfTokenJob(both).map((sent) => ({ ...sent, status: 202 })),
  'PUT /jobs/{id} notify_rules.channel': ruleOfJob,
  'PUT /jobs/{id} notifyRules.channel': ruleOfTokenJob,
  'PATCH /jobs/{id} notify_rules.channel': ruleOfJob,
  'PATCH /jobs/{id} notifyRules.channel': ruleOfTokenJob,
  'PUT /notification-rules account.channel': absentChannel((channel) => ({ account: [{ channel }] })),
  'PUT /notification-rules tags.channel': absentChannel((channel) => ({ tags: { billing: [{ channel }] } })),
  'PUT /jobs/{id} external_id': takesExternalId(200),
  'PATCH /jobs/{id} external_id': takesExternalId(200),
  'POST /jobs external_id': takesExternalId(200),
  'POST /jobs/test external_id': takesExternalId(202),
};

/** Fields that name no row of an account. */
const ofOthers = new Set(['client_id', 'chat_id']);

/** Paths in a schema to the fields that may name a row. */
function idFields({
  schema,
  schemas,
  at = '',
}: {
  schema: JsonSchema;
  schemas: Record<string, JsonSchema>;
  at?: string;
}): string[] {
  const inner = (part: unknown, place: string) =>
    part && typeof part === 'object' ? idFields({ schema: part as JsonSchema, schemas, at: place }) : [];
  if (schema.$ref) return inner(schemas[schema.$ref.split('/').at(-1) ?? ''], at);
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(/(?:_ids?|^channel)$/.test(name) && !ofOthers.has(name) ? [at + name] : []),
    ...inner(field, `${at}${name}.`),
  ]);
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => schema[word] ?? []);
  const parts = [schema.items, schema['additionalProperties'], ...choices];
  return [...properties, ...parts.flatMap((part) => inner(part, at))];
}

/** Each field outside the path that names a row, with its method and path in the API document. */
function fieldsElsewhere(document: OpenApiDocument): string[] {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return calls.flatMap(({ call, operation: { parameters, requestBody } }) => {
    const asked = parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one.name] : []));
    const query = { properties: Object.fromEntries(asked.map((name) => [name, {}])) };
    const sent = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
    const names = [query, ...sent].flatMap((schema) =>
      idFields({ schema, schemas: document.components.schemas }),
    );
    return [...new Set(names)].map((name) => `${call} ${name}`);
  });
}

test('a query or a body that names a row of another account is refused, or finds nothing', async () => {
  expect(fieldsElsewhere(await readDocument(web)).sort()).toEqual(Object.keys(elsewhere).sort());
  const both = await bothAccounts();
  const { mine, theirs } = both;
  const client = await aClient({ web, owner: mine.user });
  const before = await rowsOf(theirs.user.id);
  for (const [field, sentOf] of Object.entries(elsewhere)) {
    const [method = '', path = ''] = field.split(' ');
    for (const { query = '', status, data, ...sent } of sentOf(both)) {
      const call = `${method} ${path.replace('{id}', String(mine.job))}${query}`;
      const response = await client.ask(call, sent);
      expect.soft(response.status, field).toBe(status);
      if (data !== undefined) expect.soft(response.body.data, field).toEqual(data);
      if (status === 400) expect.soft(response.text, field).toContain('no channel');
      // A refusal repeats the name that was sent.
      const added = [theirs.channelName, theirs.externalId].reduce(
        (text, name) => text.replaceAll(name, ''),
        response.text,
      );
      expect.soft(added, field).not.toContain(theirs.word);
    }
  }
  expect(await rowsOf(theirs.user.id)).toEqual(before);
});
