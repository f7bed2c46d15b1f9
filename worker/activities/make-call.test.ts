import { expect, test } from 'vitest';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { notSent } from '#server/outbound/not-sent.server.ts';
import type { CallError } from '#server/outbound/types.ts';
import { createInFlightCalls } from '#worker/background/calls.ts';
import type { CallOrder } from '#worker/call-out.ts';
import type { ActivityDeps } from './deps.ts';
import { placeCall } from './make-call.ts';

/** Updates the limits after a call. */
async function resultOf({
  error,
  remoteAddress = null,
  type = 'webhook',
}: {
  error: CallError | null;
  type?: ClaimedCall['type'];
  remoteAddress?: string | null;
}) {
  const ends: unknown[] = [];
  const unsent = notSent({ error: 'worker_lost', detail: '', startedAt: 0 });
  const call = { jobId: 1, type } as ClaimedCall;
  const deps = {
    calls: createInFlightCalls(),
    callOut: () => Promise.resolve({ call, result: { ...unsent, error, remoteAddress } } as AttemptResult),
    gate: { leave: (_call: ClaimedCall, end: unknown) => ends.push(end) },
    pad: { makeRoom: () => {} },
  } as unknown as ActivityDeps;
  await placeCall({ deps, call, until: new AbortController().signal });
  return ends;
}

const remoteAddress = '203.0.113.7';

test.each([
  ['a response', { error: null, remoteAddress }, 'made'],
  ['a sent mail', { error: null }, 'made'],
  ['no connection', { error: 'connect_failed' }, 'failed'],
  ['no address', { error: 'dns_failed' }, 'failed'],
  ['no connection before the timeout', { error: 'timeout' }, 'failed'],
  ['a connection without a response in time', { error: 'timeout', remoteAddress }, 'made'],
  ['an invalid response', { error: 'protocol_error', remoteAddress }, 'made'],
  ['a failed handshake', { error: 'tls_failed' }, 'made'],
  ['a refused mail', { error: 'email_refused', type: 'email' }, 'made'],
  ['a mail that was never sent', { error: 'timeout', type: 'email' }, 'untried'],
  ['a failed token request', { error: 'token_failed' }, 'untried'],
  ['a call aborted before it connected', { error: 'worker_lost' }, 'untried'],
  ['a forbidden address', { error: 'target_not_allowed' }, 'untried'],
] as const)('%s reports the state of the connection to the target', async (_what, made, connection) => {
  expect(await resultOf(made)).toEqual([{ connection }]);
});

test('the slot of a call is free once its response is there, while it waits to be evaluated', async () => {
  const steps: string[] = [];
  const calls = createInFlightCalls();
  const call = { jobId: 1, type: 'webhook' } as ClaimedCall;
  const result = { ...notSent({ error: 'worker_lost', detail: '', startedAt: 0 }), error: null };
  let evaluate = () => {};
  const burst = new Promise<void>((resolve) => (evaluate = resolve));
  const deps = {
    calls,
    callOut: async ({ onResponded }: CallOrder) => {
      await onResponded?.(result);
      steps.push('evaluated');
      return { call, result } as AttemptResult;
    },
    gate: { leave: (_call: ClaimedCall, { connection }: { connection: string }) => steps.push(connection) },
    pad: { makeRoom: () => steps.push('room') },
    afterBurst: { wait: () => burst },
  } as unknown as ActivityDeps;
  const placed = placeCall({ deps, call });
  await expect.poll(() => steps).toEqual(['made', 'room']);
  expect([calls.unanswered(), calls.size()]).toEqual([0, 1]);
  evaluate();
  await placed;
  expect(steps).toEqual(['made', 'room', 'evaluated']);
  expect([calls.unanswered(), calls.size()]).toEqual([0, 0]);
});
