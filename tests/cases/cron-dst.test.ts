import { expect } from 'vitest';
import { testCases } from './cases.ts';
import { checkNext, nextOf } from './preview.ts';

testCases('cron-dst', {
  'cron-dst-05': checkNext,
  'cron-dst-06': checkNext,
  'cron-dst-08': checkNext,
  'cron-dst-11': checkNext,
  'cron-dst-13': checkNext,
  'cron-dst-14': checkNext,
  'cron-dst-15': checkNext,
  'cron-dst-17': checkNext,
  'cron-dst-18': checkNext,
  'cron-dst-24': checkNext,
  'cron-dst-25': checkNext,
  'cron-dst-26': checkNext,
  'cron-dst-28': checkNext,
  'cron-dst-29': (reported) => {
    checkNext(reported);
    // Both passes: the odd minutes from 05:01Z to 05:59Z, and again an hour later.
    expect(nextOf(reported, 60).filter((at) => at.startsWith('2027-11-07T06'))).toHaveLength(30);
  },
  'cron-dst-35': checkNext,
  'cron-dst-36': checkNext,
  'cron-dst-37': checkNext,
  'cron-dst-40': (reported) => {
    checkNext(reported);
    expect(nextOf(reported, 24).at(-1)).toBe('2027-04-01T21:30:00.000Z');
  },
});
