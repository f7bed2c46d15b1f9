import type { ActionFunctionArgs } from '@remix-run/node';
import { channelTools } from '#app/http/mcp/channel-tools.server.ts';
import { executionTools } from '#app/http/mcp/execution-tools.server.ts';
import { incidentTools } from '#app/http/mcp/incident-tools.server.ts';
import { jobTools } from '#app/http/mcp/job-tools.server.ts';
import { type ApiAsk, type ToolInput, toolText, type Tool } from '#app/http/mcp/tool.ts';
import { clientAddressHeader, requestIdHeader } from '#app/protocol/request-facts.ts';
import { type ErrorType, errorCatalogue } from '#domain/errors.ts';

export const tools: Record<string, Tool> = {
  ...jobTools,
  ...executionTools,
  ...incidentTools,
  ...channelTools,
};

/** Result for a model: the same as the API's response, as text and as data. */
export interface ToolResult extends Record<string, unknown> {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: true;
}

/** Copied from the request of the model: the caller, its address and its credential. */
const passedOn = ['authorization', 'user-agent', 'via', requestIdHeader, clientAddressHeader];

/**
 * Makes the API call behind a tool, in place: credential, plan, scope, rate limits and checks are the call's own. An
 * error is a result that says so, with the invalid fields and the remedy.
 * @param onAsk called before the call is made: an error before it has cost nothing yet
 */
export async function callTool({
  name,
  given,
  args,
  onAsk,
}: {
  name: string;
  given: ToolInput;
  args: ActionFunctionArgs;
  onAsk: () => void;
}): Promise<ToolResult> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return refused(unknownTool(name));
  const ask = tool.ask(given);
  const unseen = Object.keys(given).filter(
    (key) => ![tool.input.shape, ask.body].some((seen) => seen && Object.hasOwn(seen, key)),
  );
  if (unseen.length > 0) return refused(unknownArguments(unseen));
  onAsk();
  const response = await askApi({ ask, args });
  const json = await response.text();
  const { success, data, error, ...beside } = JSON.parse(json) as Envelope;
  if (!success) return refused(error);
  return { content: [{ type: 'text', text: withoutSuccess(json) }], structuredContent: { data, ...beside } };
}

/** The API's own text, not written again from its values: numbers of a target's response would change. */
function withoutSuccess(json: string): string {
  const errorAt = json.lastIndexOf(',"error":null');
  const before = json.slice(0, errorAt).replace(/^\{"success":true,/, '{');
  return before + json.slice(errorAt + ',"error":null'.length);
}

interface Envelope {
  success: boolean;
  data: unknown;
  error: { type: ErrorType; message: string; details?: Record<string, unknown> };
}

function askApi({ ask, args }: { ask: ApiAsk; args: ActionFunctionArgs }): Promise<Response> {
  const { route, method, path, params = {}, query = {}, body } = ask;
  const { request, context } = args;
  const url = new URL(`/api/v1${path}`, request.url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, toolText(value));
  }
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const sent = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // Its size was checked when it arrived.
  return route({ request: sent, params, context: { ...context, isBodyTooLarge: () => false } });
}

/** Remedies for errors without their own. */
const remedies: Partial<Record<ErrorType, string>> = {
  validation_error: 'Correct the fields named above and call the tool again.',
  not_found: 'Look the id up with list_jobs or list_executions: ids of other accounts are not found either.',
  authorization_error: 'Calling again will not help. Tell the user what is missing.',
  conflict: 'Read the job with get_job to see its state: only an active job can be run.',
  internal_error: 'Try again in a minute.',
  external_service_error: 'Try again in a minute.',
  database_error: 'Try again in a minute.',
};

function refused({ type, message, details = {} }: Envelope['error']): ToolResult {
  const facts = Object.entries(details).map(([name, value]) => `${name}: ${toolText(value)}`);
  const lines = [`${errorCatalogue[type].title} (${type}): ${message}`, ...facts, remedies[type] ?? ''];
  const text = lines.filter(Boolean).join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: { error: { type, message, details } },
    isError: true,
  };
}

function unknownTool(name: string): Envelope['error'] {
  const message = `There is no tool named ${name.slice(0, 100)}. There are ${Object.keys(tools).join(', ')}.`;
  return { type: 'not_found', message };
}

/** Parameters the call would ignore: the model would believe that they have an effect. */
function unknownArguments(names: string[]): Envelope['error'] {
  const details = Object.fromEntries(
    names.slice(0, 50).map((name) => [name.slice(0, 100), 'It is not known here.']),
  );
  return { type: 'validation_error', message: errorCatalogue.validation_error.text, details };
}
