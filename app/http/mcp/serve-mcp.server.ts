import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ActionFunctionArgs } from '@remix-run/node';
import { limitOf } from '#app/http/api/api-route.server.ts';
import { readCaller, requireAllowed } from '#app/http/api/caller.server.ts';
import { toJsonSchema } from '#app/http/api/openapi/json-schema.ts';
import { readJsonBody } from '#app/http/api/read-body.server.ts';
import { errorResponse, limitHeaders } from '#app/http/api/response.server.ts';
import { callTool, tools } from '#app/http/mcp/call-tool.server.ts';
import { expectedError } from '#app/http/responses/expected-error.server.ts';
import { logDefect } from '#app/protocol/log-defect.server.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { AppError } from '#domain/errors.ts';
import { db } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { consumeRateLimit } from '#server/rate-limit/consume-rate-limit.server.ts';
import { recordEvent } from '#server/security-log/record-event.server.ts';

const instructions = `Punctual calls web endpoints on cron schedules and records every run.
A job is a request and its schedule; an execution is one run of it. Find ids with list_jobs and list_executions.
Preview a schedule before you save it. Times are UTC; a schedule follows the job's own time zone.`;

const listed = Object.entries(tools).map(([name, { title, description, annotations, input }]) => ({
  name,
  title,
  description,
  annotations: { title, ...annotations },
  inputSchema: toJsonSchema({ schema: input, store: {} }) as { type: 'object' },
}));

/**
 * Tools for models, by Streamable HTTP without sessions: each POST is independent and returns JSON, so any web process
 * can serve it. By API key; a read-only key has the reading tools (D46).
 */
export async function serveMcp(args: ActionFunctionArgs): Promise<Response> {
  const { request } = args;
  const headers: Record<string, string> = {};
  try {
    if (request.method !== 'POST') {
      headers['Allow'] = 'POST';
      throw new AppError('method_not_allowed', {
        message: 'This server keeps no sessions: send each message by POST.',
      });
    }
    await refuseOtherSites(request);
    const caller = await readCaller(request);
    await requireAllowed({ caller, demands: { callers: ['key'], scope: 'read' }, request });
    const { value: message } = await readJsonBody(args);
    const consumePoint = async () => {
      const { user } = caller;
      const path = new URL(request.url).pathname;
      const about = { actorId: user.id, path, request: requestFacts(request) };
      const taken = await consumeRateLimit({
        limit: limitOf({ caller, isRead: true }),
        key: user.id,
        ...about,
      });
      Object.assign(headers, limitHeaders(taken));
    };
    const isOfTool = message['method'] === 'tools/call';
    if (!isOfTool) await consumePoint();
    const made = { calls: 0 };
    const onAsk = () => {
      made.calls += 1;
    };
    const response = await runMessage({ message, args, onAsk });
    // The call a tool makes takes its own point; what is refused before it makes one costs the same.
    if (isOfTool && made.calls === 0) await consumePoint();
    for (const [name, value] of Object.entries({ ...headers, 'Cache-Control': 'no-store' }))
      response.headers.set(name, value);
    return response;
  } catch (thrown) {
    const expected = expectedError(thrown);
    if (!expected) logDefect({ error: thrown, request });
    const error = expected ?? new AppError('internal_error', { cause: thrown });
    return errorResponse({ error, request, kind: 'key', headers });
  }
}

async function runMessage({
  message,
  args,
  onAsk,
}: {
  message: Record<string, unknown>;
  args: ActionFunctionArgs;
  onAsk: () => void;
}): Promise<Response> {
  const mcp = new McpServer({ name: 'punctual', title: 'Punctual', version: '1.0.0' }, { instructions });
  // The tools' own schemas are the API's to check: its errors name the field and what is wrong with it.
  mcp.server.registerCapabilities({ tools: {} });
  mcp.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  mcp.server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) =>
    callTool({ name, given, args, onAsk }),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await mcp.connect(transport);
  try {
    const { url, headers: sent } = args.request;
    const headers = new Headers(sent);
    // There are no streams: clients that accept only JSON work, too.
    headers.set('accept', 'application/json, text/event-stream');
    const asked = new Request(url, { method: 'POST', headers });
    return await transport.handleRequest(asked, { parsedBody: message });
  } finally {
    await mcp.close();
  }
}

/** A page of another site could send a key it found: browsers name their origin. */
async function refuseOtherSites(request: Request): Promise<void> {
  const origin = request.headers.get('origin');
  if (origin === null || origin === env().APP_ORIGIN) return;
  const path = new URL(request.url).pathname;
  await recordEvent({ tx: db(), code: 'csrf', path, request: requestFacts(request) });
  throw new AppError('authorization_error', { message: 'Pages of other sites cannot use this server.' });
}
