import { freeDomainCallsPerMinute, mostEchoCallsPerMinute, plans } from '#domain/plan.ts';
import { minuteMs } from '#domain/time/units.ts';
import type { CallerFacts } from '#server/outbound/types.ts';
import type { CallGroup } from './call-group.server.ts';

/** Counts calls in flight, by account and by host, and calls of this minute. */
export function createCallCounts({
  now,
  groupOf,
}: {
  /** UTC milliseconds. */
  now: () => number;
  groupOf: (target: string) => CallGroup;
}) {
  const byOwner = makeFlightCounts();
  const byHost = makeFlightCounts();
  const perMinute = makeMinuteCounts({ now });

  const addToHost = (target: string | null, calls: 1 | -1) => {
    const group = target === null ? null : groupOf(target);
    if (group && !group.isExempt) byHost.add({ key: group.host, calls });
  };
  return {
    ofOwner: byOwner.get,
    ofHost: byHost.get,
    perMinute,
    addToHost,
    /** @param at the target at whose host it holds a slot, null for none */
    add({ ownerId, target }: CallerFacts, calls: 1 | -1, at: string | null = target) {
      if (!groupOf(target).isExempt) byOwner.add({ key: ownerId, calls });
      addToHost(at, calls);
    },
    addToMinute(who: CallerFacts, group: CallGroup, calls: 1 | -1) {
      if (group.isExempt || group.isUncapped) return;
      for (const { key } of limitsOf({ who, group })) perMinute.add({ key, calls });
    },
    size: () => byOwner.size() + byHost.size() + perMinute.size(),
  };
}

/**
 * Per-minute limits of a call: the account's own, that of all free accounts together, and that of an account for our
 * echo URL, which has its own limit shared by all calls of a worker.
 */
export function limitsOf({
  who: { ownerId, tier },
  group: { domain, isEcho },
}: {
  who: CallerFacts;
  group: CallGroup;
}) {
  return [
    { key: `${ownerId} ${domain}`, cap: plans[tier].domainCallsPerMinute },
    ...(tier === 'free' ? [{ key: `free ${domain}`, cap: freeDomainCallsPerMinute }] : []),
    ...(isEcho ? [{ key: `echo ${ownerId}`, cap: mostEchoCallsPerMinute }] : []),
  ];
}

/** Calls in flight by key; a key without one is not held. */
interface FlightCounts {
  get: (key: string | number) => number;
  add: (args: { key: string | number; calls: 1 | -1 }) => void;
  size: () => number;
}

function makeFlightCounts(): FlightCounts {
  const counts = new Map<string | number, number>();
  return {
    get: (key) => counts.get(key) ?? 0,
    add: ({ key, calls }) => {
      const count = (counts.get(key) ?? 0) + calls;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    size: () => counts.size,
  };
}

// Schedules name full minutes and calls leave around them: a window that ended there would split the calls of one
// instant between two minutes.
const shiftMs = 30_000;

/** Counts by key within windows of a minute, which end on the half minute; holds the keys of one window only. */
interface MinuteCounts {
  get: (key: string) => number;
  add: (args: { key: string; calls: 1 | -1 }) => void;
  size: () => number;
}

/** @param now UTC milliseconds */
function makeMinuteCounts({ now }: { now: () => number }): MinuteCounts {
  const counts = new Map<string, number>();
  let window = NaN;

  const advance = () => {
    const current = Math.floor((now() + shiftMs) / minuteMs);
    if (current === window) return;
    window = current;
    counts.clear();
  };

  return {
    get: (key) => {
      advance();
      return counts.get(key) ?? 0;
    },
    add: ({ key, calls }) => {
      advance();
      const count = (counts.get(key) ?? 0) + calls;
      // Below zero: the canceled call was counted in the previous window.
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
    size: () => {
      advance();
      return counts.size;
    },
  };
}
