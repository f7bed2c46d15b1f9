import { expect, test } from 'vitest';
import { firesBetween, nextFires } from '#domain/schedule/schedule.ts';
import type { VersionInForce } from '#server/executions/ledger/versions-in-force.server.ts';
import { oracleFires } from '#tests/oracle/schedule.ts';
import { fc } from '#tests/property.ts';
import { classifyDueFires } from './classify-due-fires.server.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-03-28T22:00:00Z');
const lateLimitMs = 30_000;
const schedule = { nextFires, firesBetween };

const crons = ['* * * * *', '*/7 * * * *', '0,30 * * * *', '15 2 * * *', '5-50/15 1-3 * * *'];
const aVersion = fc.record({
  afterMs: fc.integer({ min: 0, max: 5 * 60 * minuteMs }),
  cron: fc.constantFrom(...crons),
  timeZone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York'),
  status: fc.constantFrom('active' as const, 'active' as const, 'paused' as const),
});
const aStory = fc.record({
  versions: fc.array(aVersion, { minLength: 1, maxLength: 3 }),
  catchUp: fc.constantFrom('last' as const, 'none' as const, 'all' as const),
  outageMs: fc.integer({ min: 1, max: 6 * 60 * minuteMs }),
});

function versionsOf(
  given: { afterMs: number; cron: string; timeZone: string; status: 'active' | 'paused' }[],
) {
  const sorted = [...given].sort((a, b) => a.afterMs - b.afterMs);
  return sorted.map(({ afterMs, ...rest }, index): VersionInForce => ({
    ...rest,
    version: index + 1,
    changedAt: index === 0 ? start : start + afterMs,
    pausedUntil: null,
  }));
}

/** Follows the text of engine.md section 4 only, with the oracle's instants. */
function expected({
  versions,
  catchUp,
  now,
}: {
  versions: VersionInForce[];
  catchUp: 'last' | 'none' | 'all';
  now: number;
}) {
  const named = (version: VersionInForce, after: number, until: number) =>
    version.status === 'active' && version.cron !== null && after < until
      ? oracleFires({ cron: version.cron, timeZone: version.timeZone, after, until })
      : [];
  const due = versions.flatMap((version, index) =>
    named(version, version.changedAt, Math.min(now, versions[index + 1]?.changedAt ?? now)),
  );
  const newest = versions.at(-1);
  const last = due.at(-1);
  if (!newest || last === undefined) return { due, scheduled: [], caught: [] };
  const isInTime = now - last <= lateLimitMs && named(newest, last - 1, last).includes(last);
  const since = Math.max(newest.changedAt, now - 60 * minuteMs - 1);
  const reachable = due.filter((at) => at > since && at > newest.changedAt);
  const caught = { none: [], last: reachable.slice(-1), all: reachable }[catchUp];
  const scheduled = isInTime ? [last] : [];
  const other = caught.filter((at) => !scheduled.includes(at));
  return { due, scheduled, caught: isInTime && catchUp === 'last' ? [] : other };
}

test('classifies fires as missed, late or caught up by the rule, after any outage and edits', () => {
  fc.assert(
    fc.property(aStory, ({ versions: given, catchUp, outageMs }) => {
      const versions = versionsOf(given);
      const now = start + outageMs;
      const past = classifyDueFires({
        ...{ accountedUntil: start, versions, until: now, held: null, now, schedule, lateLimitMs, catchUp },
      });
      const { due, scheduled, caught } = expected({ versions, catchUp, now });

      const of = (trigger: string) =>
        past.candidates.filter((one) => one.trigger === trigger).map(({ scheduledFor }) => scheduledFor);
      expect(of('schedule')).toEqual(scheduled);
      expect(of('catch_up')).toEqual(caught);
      // Nothing is lost or invented: each scheduled instant is missed or may still run, once.
      const missed = past.missed.flatMap(({ instants }) => instants);
      expect([...missed, ...caught, ...scheduled].sort((a, b) => a - b)).toEqual(due);
      const order = past.candidates.map(({ scheduledFor }) => scheduledFor);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
    { numRuns: 150 },
  );
}, 60_000);
