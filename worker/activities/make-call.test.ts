import { expect, test } from 'vitest';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import type { CallFault } from '#server/outbound/types.ts';
import { openCalls } from '#worker/background/calls.ts';
import type { ActivityDeps } from './deps.ts';
import { placeCall } from './make-call.ts';

/** What the limits are told of a call that came to this. */
async function toldOf({
  fault,
  remoteAddress = null,
  type = 'webhook',
}: {
  fault: CallFault | null;
  type?: ClaimedCall['type'];
  remoteAddress?: string | null;
}) {
  const ends: unknown[] = [];
  const unsent = notSent({ fault: 'worker_lost', detail: '', startedAt: 0 });
  const call = { jobId: 1, type } as ClaimedCall;
  const deps = {
    calls: openCalls(),
    callOut: () => Promise.resolve({ call, result: { ...unsent, fault, remoteAddress } } as AttemptResult),
    gate: { leave: (_call: ClaimedCall, end: unknown) => ends.push(end) },
    pad: { makeRoom: () => {} },
  } as unknown as ActivityDeps;
  await placeCall({ deps, call, until: new AbortController().signal });
  return ends;
}

const remoteAddress = '203.0.113.7';

test.each([
  ['an answer', { fault: null, remoteAddress }, 'made'],
  ['a mail that was sent', { fault: null }, 'made'],
  ['no connection', { fault: 'connect_failed' }, 'failed'],
  ['no address', { fault: 'dns_failed' }, 'failed'],
  ['no connection within the time of the call', { fault: 'timeout' }, 'failed'],
  ['a connection without an answer in time', { fault: 'timeout', remoteAddress }, 'made'],
  ['an answer that is none', { fault: 'protocol_error', remoteAddress }, 'made'],
  ['a handshake that failed', { fault: 'tls_failed' }, 'made'],
  ['a mail that is refused', { fault: 'email_refused', type: 'email' }, 'made'],
  ['a mail that waited in vain', { fault: 'timeout', type: 'email' }, 'untried'],
  ['a token request that failed', { fault: 'token_failed' }, 'untried'],
  ['a call that was cut off before', { fault: 'worker_lost' }, 'untried'],
  ['an address that is not allowed', { fault: 'target_not_allowed' }, 'untried'],
] as const)('%s tells what the target makes of connections', async (_what, made, connection) => {
  expect(await toldOf(made)).toEqual([{ connection }]);
});
