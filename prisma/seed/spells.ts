import { dayMs, hourMs, minuteMs } from '#domain/time/units.ts';
import type { SeededJob } from './seeded-job.ts';

/** A downtime of a target with 503 responses; `until` is exclusive. */
export interface Spell {
  from: number;
  until: number;
}

/** Downtimes of a job's target: each begins with a fire, so that a rare job has failures too. */
export function spellsOf({
  job,
  instants,
  now,
}: {
  job: SeededJob;
  instants: number[];
  now: number;
}): Spell[] {
  const past = (job.downs ?? []).map(({ daysAgo, minutes }) => {
    const from = firstOf({ instants, daysAgo, now });
    return { from, until: from + minutes * minuteMs };
  });
  if (job.failingForMinutes === undefined) return past;
  return [...past, { from: now - job.failingForMinutes * minuteMs, until: Infinity }];
}

/** First fire at or after nine in the morning (UTC), that many days ago, if there is one within two days. */
export function firstOf({
  instants,
  daysAgo,
  now,
}: {
  instants: number[];
  daysAgo: number;
  now: number;
}): number {
  const morning = Math.floor(now / dayMs) * dayMs - daysAgo * dayMs + 9 * hourMs;
  const first = instants.find((at) => at >= morning) ?? Infinity;
  return first < morning + 2 * dayMs ? first : Infinity;
}

export function isWithin({ spells, at }: { spells: Spell[]; at: number }): boolean {
  return spells.some(({ from, until }) => at >= from && at < until);
}
