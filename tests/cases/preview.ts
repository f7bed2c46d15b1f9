import { expect } from 'vitest';
import { nextFires } from '#domain/schedule/schedule.ts';
import type { ReportedCase } from './cases.ts';

/** The next fires of a case's schedule, as ISO 8601. */
export function nextOf(
  { input }: ReportedCase,
  count: number,
  timeZone = String(input['timezone']),
): string[] {
  const after = Date.parse(String(input['from']));
  return nextFires({ cron: String(input['cron']), timeZone, after, count }).map((at) =>
    new Date(at).toISOString(),
  );
}

/** Evaluates `next 2 strictly after from: 2026-12-01T15:00Z, …`, the expectation of most schedule cases. */
export function checkNext(reported: ReportedCase): void {
  const [, count, list = ''] =
    /^(?:By D9: OR, )?next (\d+) strictly after from: ([^.(]+)/.exec(reported.expected) ?? [];
  const instants = list.match(/\d{4}-\d\d-\d\dT\d\d:\d\dZ/g) ?? [];
  expect(instants).toHaveLength(Number(count));
  expect(nextOf(reported, instants.length)).toEqual(
    instants.map((instant) => instant.replace('Z', ':00.000Z')),
  );
}
