import createClient from 'openapi-fetch';
import type { paths } from '../../.punctual/client/api-types.ts';

// A whole life of a job by the client that openapi-typescript and openapi-fetch make of the API document. One test
// generates the types and checks this file by them, another runs it; what each call answered is the output.

const [origin = '', key = ''] = process.argv.slice(2);
const client = createClient<paths, 'application/json'>({
  baseUrl: `${origin}/api/v1`,
  headers: { authorization: `Bearer ${key}` },
});

const created = await client.POST('/jobs', {
  body: { name: 'Nightly report', cron: '0 6 * * 1-5', webhook_url: 'https://shop.example.com/reports' },
});
if (!created.data) throw new Error(created.error.error.message);
const id: number = created.data.data.id;

const read = await client.GET('/jobs/{id}', { params: { path: { id } } });
const next: string | null | undefined = read.data?.data.next_run;

const changed = await client.PATCH('/jobs/{id}', {
  params: { path: { id }, header: { 'If-Match': read.response.headers.get('etag') ?? '' } },
  body: { http_method: 'POST', headers: { 'x-shop': '7' }, timeout: 5 },
});
const timeout: number | undefined = changed.data?.data.timeout;

const run = await client.POST('/jobs/{id}/trigger', {
  params: { path: { id }, header: { 'Idempotency-Key': 'once' } },
});
const eid: number = run.data?.data.execution_id ?? 0;

const list = await client.GET('/jobs/{id}/executions', {
  params: { path: { id }, query: { status: 'running', per_page: 5 } },
});
const triggers = list.data?.data.map(({ trigger }) => trigger);

const one = await client.GET('/jobs/{id}/executions/{eid}', { params: { path: { id, eid } } });
const status: 'success' | 'failed' | 'running' | 'not_run' | undefined = one.data?.data.status;

// @ts-expect-error: the document says seconds
const wrong = await client.PATCH('/jobs/{id}', { params: { path: { id } }, body: { timeout: 'long' } });

const removed = await client.DELETE('/jobs/{id}', { params: { path: { id } } });
const gone = await client.GET('/jobs/{id}', { params: { path: { id } } });

console.log(
  JSON.stringify({
    statuses: [created, read, changed, run, list, one, removed, gone, wrong].map(
      ({ response }) => response.status,
    ),
    hasNext: typeof next === 'string',
    timeout,
    triggers,
    status,
    fault: gone.error?.error.type,
  }),
);
