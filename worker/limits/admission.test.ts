import { expect, test } from 'vitest';
import type { Claim, ClaimedCall } from '#server/executions/ledger/types.ts';
import type { CallerFacts } from '#server/outbound/types.ts';
import { createAdmission } from '#server/outbound/limits/admission.server.ts';
import type { ConnectionEnd } from '#server/outbound/limits/connect-errors.server.ts';
import { createGate } from './admission.ts';

const factsOf = (jobId: number): CallerFacts => ({
  jobId,
  ownerId: 1,
  tier: 'free',
  target: 'shop.example.com',
});
const callOf = (jobId: number) => ({ kind: 'call', call: { jobId } as ClaimedCall }) satisfies Claim;

/** A gate with the given number of slots. */
function aGate({
  places,
  response = 'wait',
  now = () => 0,
}: {
  places: number;
  response?: 'wait' | 'capped';
  now?: () => number;
}) {
  let free = places;
  const connections: ConnectionEnd[] = [];
  const gate = createGate({
    now,
    admission: {
      enter: () => (free > 0 ? (free--, 'go') : response),
      leave: (_who, { connection }) => {
        free += 1;
        connections.push(connection);
      },
      follow: ({ to }) => (to === 'free.example' ? 'go' : 'capped'),
      cancel: () => void (free += 1),
      size: () => 0,
    },
  });
  return { gate, connections, free: () => free };
}

test('a call counts against its limits until it has ended, and is released once', async () => {
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

test('admissions that did not become a call are released, even if the database fails', async () => {
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

test("only a fire blocked by a domain's limit for ten seconds waits outside the pad", async () => {
  let now = 0;
  const order = { jobId: 1, since: 0 };
  const ask = (gate: ReturnType<typeof aGate>['gate']) =>
    gate.claim((admit) => {
      admit(factsOf(1));
      return Promise.resolve<Claim>({ kind: 'busy' });
    });
  const { gate } = aGate({ places: 0, response: 'capped', now: () => now });
  await ask(gate);
  now = 9_000;
  expect(gate.retryLaterMs(order)).toBeNull();
  now = 11_000;
  await ask(gate);
  expect(gate.retryLaterMs(order)).toBe(15_000);
  const full = aGate({ places: 0, now: () => now });
  await ask(full.gate);
  expect(full.gate.retryLaterMs(order)).toBeNull();
});

test('an admitted call checks the limits before it follows a redirect, a test run does not', async () => {
  const { gate } = aGate({ places: 1 });
  const { call } = await gate.claim((admit) => {
    admit(factsOf(1));
    return Promise.resolve(callOf(1));
  });
  const { signal } = new AbortController();
  expect(await gate.follow({ call, target: 'free.example', signal })).toBe('go');
  expect(await gate.follow({ call, target: 'capped.example', signal })).toBe('capped');
  expect(await gate.follow({ call: callOf(2).call, target: 'capped.example', signal })).toBe('go');
});

/** A gate over the real limits, and calls it has admitted. */
async function calledAt(targets: string[]) {
  const admission = createAdmission({
    liveWorkers: () => 1,
    groupOf: (target) => ({
      ...{ host: target, domain: target, isExempt: false, isUncapped: true, isEcho: false },
    }),
  });
  const woken: number[] = [];
  const gate = createGate({ admission, onPlace: (jobId) => woken.push(jobId) });
  const ask = (jobId: number, target: string) =>
    gate.claim((admit) => {
      const isIn = admit({ ...factsOf(jobId), ownerId: jobId, target });
      return Promise.resolve<Claim>(isIn ? callOf(jobId) : { kind: 'busy' });
    });
  const calls: ClaimedCall[] = [];
  for (const [jobId, target] of targets.entries()) {
    const claim = await ask(jobId, target);
    if (claim.kind === 'call') calls.push(claim.call);
  }
  return { gate, admission, calls, ask, woken };
}

const ended = { connection: 'made' as const };
const never = new AbortController().signal;
const fifty = (target: string) => Array.from({ length: 50 }, () => target);

test('two full hosts whose calls redirect to each other do not block each other', async () => {
  const { gate, admission, calls } = await calledAt([...fifty('a.example'), ...fifty('b.example')]);
  const moved = calls.map((call, index) =>
    gate.follow({ call, target: index < 50 ? 'b.example' : 'a.example', signal: never }),
  );
  expect(await Promise.all(moved)).toEqual(Array(100).fill('go'));
  for (const call of calls) gate.leave(call, ended);
  expect(admission.size()).toBe(0);
});

test("a redirect waits for a slot at a full host, and has released the previous host's", async () => {
  const { gate, admission, calls, ask, woken } = await calledAt([
    ...fifty('b.example'),
    ...fifty('a.example'),
  ]);
  const [other, mover] = [calls[0], calls[50]];
  if (!other || !mover) throw new Error('No calls are out.');
  expect((await ask(200, 'a.example')).kind).toBe('busy');
  const polled = gate.follow({ call: mover, target: 'b.example', signal: never });
  expect(woken).toEqual([200]);
  expect((await ask(201, 'a.example')).kind).toBe('call');
  expect((await ask(202, 'b.example')).kind).toBe('busy');
  gate.leave(other, ended);
  expect(await polled).toBe('go');
  expect((await ask(203, 'b.example')).kind).toBe('busy');
  for (const call of calls.slice(1)) gate.leave(call, ended);
  expect(admission.size()).toBeLessThanOrEqual(2);
});

test("a redirect that waits until its call's timeout is busy, and leaves no state", async () => {
  const { gate, admission, calls } = await calledAt([...fifty('b.example'), 'a.example']);
  const mover = calls[50];
  if (!mover) throw new Error('No call is out.');
  const timeout = new AbortController();
  const polled = gate.follow({ call: mover, target: 'b.example', signal: timeout.signal });
  timeout.abort();
  expect(await polled).toBe('busy');
  for (const call of calls) gate.leave(call, ended);
  expect(admission.size()).toBe(0);
});
