import '#tests/integration/notifications/set-up.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBody, aClient } from '#tests/integration/api/api.ts';
import { startWeb, type TestWeb } from '#tests/integration/web/web.ts';
import { type AccountRows, aFullAccount, bothAccounts, rowsOf } from './rows.ts';

// Calls every tool that takes an id with an id of another account.

let web: TestWeb;

beforeAll(async () => {
  web = await startWeb();
}, 180_000);

afterAll(() => web.stop());

interface ToolList {
  tools: { name: string; inputSchema: { properties?: Record<string, unknown> } }[];
}
interface ToolResult {
  isError?: boolean;
  content: { text: string }[];
}

async function send<Result>({ credential }: { credential: string }, method: string, params = {}) {
  const response = await web.ask('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: Result }).result;
}

/** The row that an argument names. */
const rowOf: Record<string, (rows: AccountRows) => number> = {
  job_id: ({ job }) => job,
  execution_id: ({ execution }) => execution,
  channel_id: ({ channel }) => channel,
  incident_id: ({ incident }) => incident,
};

/** Further arguments that a tool requires. */
const otherArguments: Record<string, Record<string, unknown>> = { update_job: { name: 'Taken' } };

/** Tools that filter by a row: they find nothing. */
const filtering = new Set(['list_incidents']);

/** Tools, each with its arguments that name a row. */
async function toolsWithIds(caller: { credential: string }) {
  const { tools } = await send<ToolList>(caller, 'tools/list');
  return tools.flatMap(({ name, inputSchema: { properties = {} } }) => {
    const names = Object.keys(properties).filter((key) => /_ids?$/.test(key) && key !== 'external_id');
    return names.length > 0 ? [{ name, names }] : [];
  });
}

const call = (caller: { credential: string }, name: string, given: Record<string, unknown>) =>
  send<ToolResult>(caller, 'tools/call', { name, arguments: given });

test("another account's id is not found by any tool, changes nothing and reveals nothing", async () => {
  const { mine, theirs } = await bothAccounts();
  const caller = await aClient({ web, owner: mine.user });
  const before = await rowsOf(theirs.user.id);
  const tools = await toolsWithIds(caller);
  expect(tools.length).toBeGreaterThan(9);
  for (const { name, names } of tools) {
    for (const foreign of [names, ...names.map((one) => [one])]) {
      const ids = names.map((key): [string, number | undefined] => [
        key,
        rowOf[key]?.(foreign.includes(key) ? theirs : mine),
      ]);
      const given = { ...Object.fromEntries(ids), ...otherArguments[name] };
      const { isError = false, content } = await call(caller, name, given);
      const text = content.map((part) => part.text).join('\n');
      const what = `${name} ${JSON.stringify(given)} ${text}`;
      expect
        .soft([isError, text], what)
        .toEqual(
          filtering.has(name)
            ? [false, expect.stringContaining('"data":[]')]
            : [true, expect.stringMatching(/^Not Found \(not_found\): /)],
        );
      expect.soft(text, what).not.toContain(theirs.word);
    }
  }
  expect(await rowsOf(theirs.user.id)).toEqual(before);
});

test("each of these tools finds the caller's own row", async () => {
  const mine = await aFullAccount();
  const caller = await aClient({ web, owner: mine.user });
  for (const { name, names } of await toolsWithIds(caller)) {
    const ids = Object.fromEntries(names.map((key) => [key, rowOf[key]?.(mine)]));
    const { content } = await call(caller, name, { ...ids, ...otherArguments[name] });
    const text = content.map((part) => part.text).join('\n');
    expect
      .soft(text, name)
      .not.toMatch(/not_found|validation_error|authorization_error|rate_limit|internal_error|"data":\[\]/);
  }
});

test("a rule for another account's channel is refused by the tools that save a job", async () => {
  const { mine, theirs } = await bothAccounts();
  const caller = await aClient({ web, owner: mine.user });
  const { tools } = await send<ToolList>(caller, 'tools/list');
  const saving = tools.filter(({ inputSchema }) => 'notify_rules' in (inputSchema.properties ?? {}));
  expect(saving.map(({ name }) => name)).toEqual(['create_job', 'update_job']);
  const saved = async () => {
    const { Job, NotificationRule } = await rowsOf(mine.user.id);
    return [await rowsOf(theirs.user.id), Job, NotificationRule];
  };
  const before = await saved();
  for (const { name } of saving) {
    const job = name === 'create_job' ? aBody() : { job_id: mine.job };
    for (const channel of [theirs.channel, theirs.channelName]) {
      const { isError, content } = await call(caller, name, { ...job, notify_rules: [{ channel }] });
      const text = content.map((part) => part.text).join('\n');
      expect([isError, text]).toEqual([true, expect.stringContaining('Your account has no channel')]);
      expect(text.replaceAll(theirs.channelName, '')).not.toContain(theirs.word);
    }
  }
  expect(await saved()).toEqual(before);
});
