import { expect } from 'vitest';
import { clockChanges, fireMark } from '#domain/schedule/clock-changes.ts';
import { zoneVersion } from '#domain/schedule/timezone.ts';
import { compareVersions } from '#domain/zones/zone-data.ts';
import { testCases } from './cases.ts';
import { checkNext, nextOf } from './preview.ts';

testCases('tz-data', {
  'tz-data-02': (reported) => {
    checkNext(reported);
    for (const link of ['America/Yellowknife', 'Canada/Mountain'])
      expect(nextOf(reported, 2, link)).toEqual(nextOf(reported, 2));
  },
  'tz-data-05': (reported) => {
    checkNext(reported);
    const schedule = { cron: String(reported.input['cron']), timeZone: String(reported.input['timezone']) };
    expect(fireMark({ ...schedule, at: Date.parse('2027-03-14T09:30Z') })).toBeNull();
    expect(clockChanges({ ...schedule, from: Date.parse(String(reported.input['from'])) })).toEqual([]);
  },
  // Whatever the runtime carries: the product brings its own data, and the status page names it.
  'tz-data-07': () => {
    expect(compareVersions(zoneVersion(), '2026d')).toBeGreaterThanOrEqual(0);
  },
  'tz-data-08': checkNext,
  'tz-data-09': checkNext,
});
