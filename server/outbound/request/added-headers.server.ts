import { userAgent } from './user-agent.server.ts';
import type { VariableFacts } from './variable-values.server.ts';

/**
 * Headers of a request: the job's own, and those we add (security.md section 2). Its user agent comes before ours, its
 * idempotency key replaces ours.
 *
 * @param contentType of a payload whose job names none
 * @param signature value of `webhook-signature`; null: not signed
 */
export function withAddedHeaders({
  headers: own,
  contentType,
  facts: { attempt, dueAt, trigger, at },
  webhookId,
  signature,
}: {
  headers: Record<string, string>;
  contentType: string | null;
  facts: VariableFacts;
  webhookId: string;
  signature: string | null;
}): Record<string, string> {
  const given = new Map(Object.entries(own).map(([name, value]) => [name.toLowerCase(), { name, value }]));
  const ownAgent = given.get('user-agent');
  given.delete('user-agent');
  const headers = Object.fromEntries([...given.values()].map(({ name, value }) => [name, value]));
  if (contentType !== null && !given.has('content-type')) headers['content-type'] = contentType;
  if (!given.has('idempotency-key')) headers['idempotency-key'] = webhookId;
  return {
    ...headers,
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    ...(signature !== null && { 'webhook-signature': signature }),
    'x-punctual-attempt': String(attempt),
    'x-punctual-scheduled-for': new Date(dueAt).toISOString(),
    'x-punctual-trigger': trigger,
    'user-agent': [ownAgent?.value, userAgent()].filter(Boolean).join(' '),
    'accept-encoding': 'identity',
    via: '1.1 punctual',
  };
}
