import { expect, test } from 'vitest';
import type { CallerFacts, Claim, ClaimedCall } from '#server/executions/types.ts';
import type { ConnectionEnd } from '#server/outbound/connect-errors.server.ts';
import { openGate } from './admission.ts';

const factsOf = (jobId: number): CallerFacts => ({
  jobId,
  ownerId: 1,
  tier: 'free',
  target: 'shop.example.com',
});
const callOf = (jobId: number) => ({ kind: 'call', call: { jobId } as ClaimedCall }) satisfies Claim;

/** A gate with so many places. */
function aGate({
  places,
  answer = 'wait',
  now = () => 0,
}: {
  places: number;
  answer?: 'wait' | 'capped';
  now?: () => number;
}) {
  let free = places;
  const connections: ConnectionEnd[] = [];
  const gate = openGate({
    now,
    admission: {
      enter: () => (free > 0 ? (free--, 'go') : answer),
      leave: (_who, { connection }) => {
        free += 1;
        connections.push(connection);
      },
      follow: (_who, target) => target === 'free.example',
      cancel: () => void (free += 1),
      size: () => 0,
    },
  });
  return { gate, connections, free: () => free };
}

test('a call holds its place until it has ended, and gives it back once', async () => {
  const { gate, free, connections } = aGate({ places: 1 });
  const { call } = await gate.claim((admit) => {
    expect([admit(factsOf(1)), admit(factsOf(2))]).toEqual([true, false]);
    return Promise.resolve(callOf(1));
  });
  expect(free()).toBe(0);
  gate.leave(call, { connection: 'failed' });
  gate.leave(call, { connection: 'failed' });
  gate.giveBack(call);
  expect(free()).toBe(1);
  expect(connections).toEqual(['failed']);
});

test('places of what did not become a call are given back, also when the database fails', async () => {
  const { gate, free } = aGate({ places: 5 });
  const claims = await gate.claim((admit) => {
    [1, 1, 2, 3].map(factsOf).forEach(admit);
    return Promise.resolve<Claim[]>([callOf(1), { kind: 'busy' }, callOf(3)]);
  });
  expect(claims).toHaveLength(3);
  expect(free()).toBe(3);
  const failed = gate.claim((admit) => {
    admit(factsOf(4));
    return Promise.reject<Claim>(new Error('away'));
  });
  await expect(failed).rejects.toThrow('away');
  expect(free()).toBe(3);
});

test('only a fire that has met the limit of a domain for ten seconds waits outside the pad', async () => {
  let now = 0;
  const order = { jobId: 1, since: 0 };
  const ask = (gate: ReturnType<typeof aGate>['gate']) =>
    gate.claim((admit) => {
      admit(factsOf(1));
      return Promise.resolve<Claim>({ kind: 'busy' });
    });
  const { gate } = aGate({ places: 0, answer: 'capped', now: () => now });
  await ask(gate);
  now = 9_000;
  expect(gate.putOffMs(order)).toBeNull();
  now = 11_000;
  await ask(gate);
  expect(gate.putOffMs(order)).toBe(15_000);
  const full = aGate({ places: 0, now: () => now });
  await ask(full.gate);
  expect(full.gate.putOffMs(order)).toBeNull();
});

test('a call that holds a place asks the limits before it follows a redirect, a test run does not', async () => {
  const { gate } = aGate({ places: 1 });
  const { call } = await gate.claim((admit) => {
    admit(factsOf(1));
    return Promise.resolve(callOf(1));
  });
  expect([gate.follow(call, 'free.example'), gate.follow(call, 'full.example')]).toEqual([true, false]);
  expect(gate.follow(callOf(2).call, 'full.example')).toBe(true);
});
