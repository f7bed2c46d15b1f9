import { beforeEach, expect, test, vi } from 'vitest';
import { failedCallLines } from './failed-call.server.ts';
import type { NotificationRow } from './notification-rows.server.ts';

const parts = vi.hoisted(() => ({ hops: [] as { location: string }[] }));
vi.mock('#server/executions/history/last-hops.server.ts', () => ({
  lastHops: () => Promise.resolve(parts.hops),
}));
vi.mock('#server/executions/history/last-responses.server.ts', () => ({
  lastResponses: () => Promise.resolve(new Map()),
}));
vi.mock('#server/executions/ledger/decrypt-versions.server.ts', () => ({
  decryptVersions: () =>
    Promise.resolve(() => ({
      ...{ type: 'webhook', timeoutSeconds: 30, httpMethod: 'GET', webhookUrl: 'https://a.example/run' },
    })),
}));

const linesOf = (errorCode: string) =>
  failedCallLines({
    jobId: 1,
    execution: { id: 1n, jobVersion: 1, outcome: 'failed', errorCode, statusCode: null, verdict: 'Failed.' },
  } as unknown as NotificationRow);

beforeEach(() => void (parts.hops = []));

test('the remedy in a mail names the host of the job', async () => {
  expect((await linesOf('dns_failed')).at(-1)).toContain('Check the spelling of a.example');
});

test('after redirects the remedy names the host they led to', async () => {
  parts.hops = [{ location: 'https://b.example/x' }];
  expect((await linesOf('dns_failed')).at(-1)).toContain('Check the spelling of b.example');
  expect((await linesOf('target_not_allowed')).at(-1)).toContain('Make the target redirect');
});
