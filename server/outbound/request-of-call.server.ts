import { env } from '#server/env.server.ts';
import type { ClaimedCall } from '#server/executions/types.ts';
import type { CallRequest } from './types.ts';

/** What an attempt sends: the job's own headers and payload, and the headers we add (security.md section 2, D29). */
export function requestOf(call: ClaimedCall): CallRequest {
  return {
    url: call.url,
    method: call.method,
    headers: headersOf(call),
    payload: call.payload || null,
    timeoutMs: call.timeoutSeconds * 1_000,
  };
}

function headersOf(call: ClaimedCall): Record<string, string> {
  const given = new Map(
    Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );
  const userAgent = given.get('user-agent');
  given.delete('user-agent');
  const headers = Object.fromEntries([...given.values()].map(({ name, value }) => [name, value]));
  if (call.payload && !given.has('content-type') && isJson(call.payload))
    headers['content-type'] = 'application/json';
  if (!given.has('idempotency-key')) headers['idempotency-key'] = call.webhookId;
  return {
    ...headers,
    'webhook-id': call.webhookId,
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'x-punctual-attempt': String(call.attempt),
    'x-punctual-scheduled-for': new Date(call.dueAt).toISOString(),
    'x-punctual-trigger': call.trigger,
    'user-agent': [userAgent?.value, `Punctual/1.0 (+${env().APP_ORIGIN}/abuse)`].filter(Boolean).join(' '),
    'accept-encoding': 'identity',
    via: '1.1 punctual',
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
