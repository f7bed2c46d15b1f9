import { expect, test, vi } from 'vitest';
import { plans, type Tier } from '#domain/plan.ts';
import { makeRules } from '#server/outbound/guard/target-rules.server.ts';
import { fc } from '#tests/property.ts';
import type { CallerFacts } from '#server/outbound/types.ts';
import { createAdmission, type Admission } from './admission.server.ts';
import { callGroupOf } from './call-group.server.ts';
import type { ConnectionEnd } from './connect-errors.server.ts';

const ownOrigin = 'https://punctual.example';
const secondMs = 1_000;

function anAdmission({
  workers = 1,
  callsOut = () => 0,
  allowTargets = [],
  uncapped = [],
}: { workers?: number; callsOut?: () => number; allowTargets?: string[]; uncapped?: string[] } = {}) {
  const clock = { at: Date.parse('2026-03-02T12:00:00Z') };
  const rules = makeRules({ allowTargets, ownOrigin });
  const onCapped = vi.fn();
  const admission = createAdmission({
    liveWorkers: () => workers,
    callsOut,
    now: () => clock.at,
    groupOf: (target) => callGroupOf({ target, rules, uncapped }),
    onCapped,
  });
  return { admission, clock, onCapped };
}

const aCaller = (given: Partial<CallerFacts> = {}): CallerFacts => ({
  jobId: 1,
  ownerId: 1,
  tier: 'ultimate',
  target: 'api.example.com',
  ...given,
});

/** Sequence of admitted calls among a number of requests. */
function admitted({
  admission,
  asked,
  of,
}: {
  admission: Admission;
  asked: number;
  of: (n: number) => CallerFacts;
}) {
  return Array.from({ length: asked }, (_, n) => admission.enter(of(n))).filter(
    (response) => response === 'go',
  ).length;
}

/** Calls that end before the next one is requested. */
function calledInTurn({
  admission,
  asked,
  of,
}: {
  admission: Admission;
  asked: number;
  of: (n: number) => CallerFacts;
}) {
  const responses = Array.from({ length: asked }, (_, n) => {
    const response = admission.enter(of(n));
    if (response === 'go') admission.leave(of(n), { connection: 'made' });
    return response;
  });
  return responses.filter((response) => response === 'go').length;
}

test.each([
  ['free', 25],
  ['premium', 50],
  ['ultimate', 100],
] as const)('an account on %s has %i calls in flight at once, whatever their hosts', (tier, most) => {
  const { admission } = anAdmission();
  const of = (n: number) => aCaller({ tier, target: `host-${n}.example` });
  expect(admitted({ admission, asked: 150, of })).toBe(most);
  expect(admission.enter(of(0))).toBe('wait');
  expect(admission.enter(aCaller({ ownerId: 2 }))).toBe('go');
});

test('a host has 50 calls in flight at once, from any account and on any port', () => {
  const { admission } = anAdmission();
  const of = (n: number) =>
    aCaller({ ownerId: n, target: n % 2 ? 'api.example.com' : 'API.example.com:8443' });
  expect(admitted({ admission, asked: 80, of })).toBe(50);
  admission.leave(of(0), { connection: 'made' });
  expect(admission.enter(of(99))).toBe('go');
  expect(admission.enter(of(99))).toBe('wait');
});

test('a worker with 1,000 calls in flight admits no other', () => {
  let out = 999;
  const { admission } = anAdmission({ callsOut: () => out });
  expect(admission.enter(aCaller())).toBe('go');
  out = 1_000;
  expect(admission.enter(aCaller())).toBe('wait');
});

test('after 20 connect errors in a row a host gets one call at a time until one connects', () => {
  const { admission } = anAdmission();
  for (let n = 0; n < 20; n += 1) {
    expect(admission.enter(aCaller())).toBe('go');
    admission.leave(aCaller(), { connection: 'failed' });
  }
  expect([admission.enter(aCaller()), admission.enter(aCaller())]).toEqual(['go', 'wait']);
  expect(admission.enter(aCaller({ target: 'other.example' }))).toBe('go');
  admission.leave(aCaller(), { connection: 'made' });
  expect(admitted({ admission, asked: 5, of: () => aCaller() })).toBe(5);
});

test('a call that tried no connection does not affect its host', () => {
  const { admission } = anAdmission();
  for (let n = 0; n < 40; n += 1) {
    admission.enter(aCaller());
    admission.leave(aCaller(), { connection: n % 2 ? 'failed' : 'untried' });
  }
  expect([admission.enter(aCaller()), admission.enter(aCaller())]).toEqual(['go', 'wait']);
});

test('19 connect errors and one connection do not restrict a host', () => {
  const { admission } = anAdmission();
  for (let n = 0; n < 60; n += 1) {
    admission.enter(aCaller());
    admission.leave(aCaller(), { connection: n % 20 === 19 ? 'made' : 'failed' });
  }
  expect(admitted({ admission, asked: 5, of: () => aCaller() })).toBe(5);
});

test.each([
  ['free', 60],
  ['premium', 600],
  ['ultimate', 3_000],
] as const)('S11: an account on %s calls one registrable domain %i times a minute', (tier, most) => {
  const { admission, clock } = anAdmission();
  const of = (n: number) => aCaller({ tier, target: `${n % 7}.shop.example.co.uk` });
  expect(calledInTurn({ admission, asked: most + 50, of })).toBe(most);
  expect(admission.enter(of(0))).toBe('capped');
  expect(admission.enter(aCaller({ tier, target: 'example.com' }))).toBe('go');
  clock.at += 60 * secondMs;
  expect(admission.enter(of(0))).toBe('go');
});

test('S11: all free accounts together call one domain 600 times a minute; paid ones are not delayed by them', () => {
  const { admission } = anAdmission();
  const of = (n: number) => aCaller({ tier: 'free', ownerId: n % 40 });
  expect(calledInTurn({ admission, asked: 1_000, of })).toBe(600);
  expect(admission.enter(aCaller({ tier: 'premium', ownerId: 99 }))).toBe('go');
});

test('tenants of a shared platform count as separate domains', () => {
  const { admission } = anAdmission();
  const of = (n: number) => aCaller({ tier: 'free', target: `tenant-${n % 2}.vercel.app` });
  expect(calledInTurn({ admission, asked: 200, of })).toBe(120);
});

test('an IP address counts as its own target, a host name by its domain', () => {
  const { admission } = anAdmission();
  const of = (target: string) => () => aCaller({ tier: 'free', target });
  expect(calledInTurn({ admission, asked: 70, of: of('203.0.113.7:8080') })).toBe(60);
  expect(calledInTurn({ admission, asked: 70, of: of('203.0.113.8') })).toBe(60);
  expect(calledInTurn({ admission, asked: 70, of: of('[2001:db8::1]:8080') })).toBe(60);
});

test('the fires of two minutes count in two windows, even a little early or late', () => {
  const { admission, clock } = anAdmission();
  const of = () => aCaller({ tier: 'free' });
  for (const offMs of [-900, 0, -300, 2_000, -1]) {
    clock.at = Math.round(clock.at / 60_000) * 60_000 + 60_000 + offMs;
    expect(calledInTurn({ admission, asked: 70, of })).toBe(60);
  }
});

test('each of three workers gets a third of the calls a minute, and at least one', () => {
  expect(
    calledInTurn({ ...anAdmission({ workers: 3 }), asked: 100, of: () => aCaller({ tier: 'free' }) }),
  ).toBe(20);
  expect(
    calledInTurn({ ...anAdmission({ workers: 500 }), asked: 100, of: () => aCaller({ tier: 'free' }) }),
  ).toBe(1);
});

test("an allowed pair counts against the worker's limit only", () => {
  const { admission } = anAdmission({ allowTargets: ['127.0.0.1:4010'] });
  const of = (target: string) => () => aCaller({ tier: 'free', target });
  expect(admitted({ admission, asked: 300, of: of('127.0.0.1:4010') })).toBe(300);
  expect(admitted({ admission, asked: 300, of: of('localhost:4010') })).toBe(300);
  expect(admitted({ admission, asked: 300, of: of('127.0.0.1:4011') })).toBe(25);
});

test('an uncapped domain and its hosts have no limit per minute, but one for calls in flight', () => {
  const { admission } = anAdmission({ uncapped: ['example.com'] });
  const of = (n: number) => aCaller({ tier: 'free', target: n % 2 ? 'example.com' : 'api.example.com' });
  expect(calledInTurn({ admission, asked: 5_000, of })).toBe(5_000);
  expect(admitted({ admission, asked: 100, of })).toBe(25);
  expect(
    calledInTurn({
      admission,
      asked: 70,
      of: () => aCaller({ ownerId: 2, tier: 'free', target: 'notexample.com' }),
    }),
  ).toBe(60);
});

test('an admission without a call is returned, including its call of the minute', () => {
  const { admission } = anAdmission();
  const of = () => aCaller({ tier: 'free' });
  for (let n = 0; n < 200; n += 1) {
    expect(admission.enter(of())).toBe('go');
    admission.cancel(of());
  }
  expect(admission.size()).toBe(0);
});

test('S19: a reached limit is reported once a minute for each account and domain', () => {
  const { admission, clock, onCapped } = anAdmission();
  const of = () => aCaller({ tier: 'free' });
  calledInTurn({ admission, asked: 90, of });
  expect(onCapped.mock.calls).toEqual([[{ who: of(), domain: 'example.com' }]]);
  clock.at += 60 * secondMs;
  calledInTurn({ admission, asked: 90, of });
  expect(onCapped).toHaveBeenCalledTimes(2);
});

type Step = { kind: 'enter' | 'leave' | 'cancel' | 'wait'; who: CallerFacts; connection: ConnectionEnd };
const tiers: Tier[] = ['free', 'premium', 'ultimate'];
const aStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'cancel', 'wait'),
  who: fc.integer({ min: 0, max: 5 }).chain((ownerId) =>
    fc.record({
      jobId: fc.constant(1),
      ownerId: fc.constant(ownerId),
      tier: fc.constant(tiers[ownerId % 3] ?? 'free'),
      target: fc.constantFrom('a.example.com', 'b.example.com:8080', '203.0.113.7', 'x.vercel.app'),
    }),
  ),
  connection: fc.constantFrom('made', 'failed', 'untried'),
});

test('in any sequence the calls in flight stay within the limits, and no state remains', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 400 }), (steps) => {
      const { admission, clock } = anAdmission();
      const out: CallerFacts[] = [];
      for (const { kind, who, connection } of steps) {
        if (kind === 'wait') clock.at += 20 * secondMs;
        if (kind === 'enter' && admission.enter(who) === 'go') out.push(who);
        const gone = kind === 'leave' || kind === 'cancel' ? out.shift() : undefined;
        if (gone && kind === 'leave') admission.leave(gone, { connection });
        if (gone && kind === 'cancel') admission.cancel(gone);
        expect(out.filter(({ ownerId }) => ownerId === who.ownerId).length).toBeLessThanOrEqual(
          plans[who.tier].callsInFlight,
        );
        expect(out.filter(({ target }) => target === who.target).length).toBeLessThanOrEqual(50);
      }
      for (const who of out) admission.leave(who, { connection: 'made' });
      for (const target of ['a.example.com', 'b.example.com:8080', '203.0.113.7', 'x.vercel.app']) {
        const who = aCaller({ ownerId: 99, target });
        if (admission.enter(who) === 'go') admission.leave(who, { connection: 'made' });
      }
      clock.at += 60 * secondMs;
      expect(admission.size()).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('20,000 unreachable hosts are not all remembered', () => {
  const { admission, clock } = anAdmission();
  for (let n = 0; n < 20_000; n += 1) {
    const who = aCaller({ ownerId: n, target: `host-${n}.example` });
    if (admission.enter(who) === 'go') admission.leave(who, { connection: 'failed' });
  }
  clock.at += 60 * secondMs;
  expect(admission.size()).toBeLessThanOrEqual(10_000);
});

test("a redirect to another domain counts against its limits, one within the job's domain does not", () => {
  const { admission, onCapped } = anAdmission({ uncapped: ['example.com'] });
  const who = aCaller({ tier: 'free' });
  const follow = (to: string) => admission.follow({ who, from: to, to });
  const followed = (to: string) =>
    Array.from({ length: 100 }, () => follow(to)).filter((result) => result === 'go').length;
  expect(followed('victim.example.org:8443')).toBe(60);
  expect(follow('www.victim.example.org')).toBe('capped');
  expect(admission.enter({ ...who, target: 'victim.example.org' })).toBe('capped');
  expect(onCapped).toHaveBeenCalledTimes(1);
  expect(onCapped).toHaveBeenCalledWith({ who, domain: 'example.org' });
  expect(followed('www.example.com')).toBe(100);
  expect(admission.enter(who)).toBe('go');
});

test('redirects of all free accounts together lead to one domain 600 times a minute', () => {
  const { admission } = anAdmission();
  const to = 'victim.example';
  const followed = Array.from({ length: 1_000 }, (_, n) =>
    admission.follow({ who: aCaller({ tier: 'free', ownerId: n % 40 }), from: to, to }),
  );
  expect(followed.filter((result) => result === 'go')).toHaveLength(600);
  expect(admission.follow({ who: aCaller({ tier: 'premium', ownerId: 99 }), from: to, to })).toBe('go');
});

test("a redirect counts against its host's limit and frees the previous host's", () => {
  const { admission } = anAdmission();
  const of = (n: number, target = 'a.example.com') => aCaller({ ownerId: n, target });
  expect(admitted({ admission, asked: 60, of: (n) => of(n) })).toBe(50);
  expect(admitted({ admission, asked: 60, of: (n) => of(n, 'b.example.com') })).toBe(50);
  const move = { from: 'a.example.com', to: 'b.example.com' };
  expect(admission.follow({ who: of(1), ...move })).toBe('wait');
  expect(admission.enter(of(100))).toBe('go');
  expect(admission.enter(of(101))).toBe('wait');
  admission.leave(of(2, 'b.example.com'), { connection: 'made' });
  expect(admission.follow({ who: of(1), ...move, from: null })).toBe('go');
  expect(admission.enter(of(102, 'b.example.com'))).toBe('wait');
  admission.leave(of(1), { connection: 'made', at: 'b.example.com' });
  expect(admission.enter(of(102, 'b.example.com'))).toBe('go');
});

test('an account on any plan calls our echo URL 60 times a minute, leaving room for the others', () => {
  const { admission } = anAdmission();
  const of = (n: number) => aCaller({ tier: n % 2 ? 'ultimate' : 'premium', target: 'punctual.example' });
  expect(calledInTurn({ admission, asked: 100, of })).toBe(60);
  expect(admission.enter(aCaller({ ownerId: 2, target: 'punctual.example' }))).toBe('go');
  expect(admission.enter(aCaller({ target: 'docs.punctual.example' }))).toBe('go');
});
