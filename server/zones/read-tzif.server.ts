import { daySeconds, hourSeconds } from '#domain/time/units.ts';
import type { TailRule, YearlyChange } from '#domain/zones/tail-rule.ts';
import type { ZoneRules } from '#domain/zones/zone.ts';

// Compiled zone files: https://www.rfc-editor.org/rfc/rfc9636

const headerBytes = 44;

/**
 * Reads a compiled zone file of version 2 or later.
 * @throws Error on anything else, with what is wrong
 */
export function readTzif(file: Buffer): ZoneRules {
  if (file.toString('latin1', 0, 4) !== 'TZif') throw new Error('is not a compiled zone file');
  if (file.toString('latin1', 4, 5) < '2') throw new Error('is a zone file of version 1, which ends in 2037');
  const old = countsAt(file, 0);
  // The first block has times of 32 bits: the second one says the same, and more, in 64.
  const start = headerBytes + sizeOf(old, 4);
  const counts = countsAt(file, start);
  const times = start + headerBytes;
  const indices = times + counts.times * 8;
  const types = indices + counts.times;
  const offsetOf = (type: number) => file.readInt32BE(types + type * 6);
  const listed = Array.from({ length: counts.times }, (_, index) => ({
    change: Number(file.readBigInt64BE(times + index * 8)),
    offset: offsetOf(file.readUInt8(indices + index)),
  }));
  const footer = file.toString('latin1', start + headerBytes + sizeOf(counts, 8)).trim();
  return {
    first: offsetOf(0),
    changes: listed.map(({ change }) => change),
    offsets: listed.map(({ offset }) => offset),
    tail: readFooter(footer),
  };
}

interface Counts {
  isUt: number;
  isStd: number;
  leaps: number;
  times: number;
  types: number;
  chars: number;
}

function countsAt(file: Buffer, at: number): Counts {
  const [isUt = 0, isStd = 0, leaps = 0, times = 0, types = 0, chars = 0] = [0, 1, 2, 3, 4, 5].map((index) =>
    file.readUInt32BE(at + 20 + index * 4),
  );
  return { isUt, isStd, leaps, times, types, chars };
}

const sizeOf = ({ isUt, isStd, leaps, times, types, chars }: Counts, timeBytes: number) =>
  times * (timeBytes + 1) + types * 6 + chars + leaps * (timeBytes + 4) + isStd + isUt;

/** Rule after the listed changes, such as `CET-1CEST,M3.5.0,M10.5.0/3`; null for a permanent offset. */
function readFooter(footer: string): TailRule | null {
  const [zone = '', first, second] = footer.split(',');
  const [, standard = '', summer] =
    /^(?:[A-Za-z]+|<[^>]+>)([-+\d:]+)(?:(?:[A-Za-z]+|<[^>]+>)([-+\d:]*))?$/.exec(zone) ?? [];
  if (first === undefined || second === undefined || summer === undefined) return null;
  // Hours behind UTC, in the file.
  const standardOffset = 0 - secondsOf(standard);
  const summerOffset = summer === '' ? standardOffset + hourSeconds : 0 - secondsOf(summer);
  const changes = [
    yearly({ rule: first, before: standardOffset, offset: summerOffset }),
    yearly({ rule: second, before: summerOffset, offset: standardOffset }),
  ].sort((one, other) => one.month - other.month);
  const [one, other] = changes;
  return one && other ? [one, other] : null;
}

function yearly({ rule, before, offset }: { rule: string; before: number; offset: number }): YearlyChange {
  const [, month, week, weekday, time = '2'] = /^M(\d+)\.(\d)\.(\d)(?:\/([-+\d:]+))?$/.exec(rule) ?? [];
  if (month === undefined) throw new Error(`has the rule ${rule}, which is not by month, week and weekday`);
  const lastDay = new Date(Date.UTC(2001, Number(month), 0)).getUTCDate();
  const day = week === '5' ? lastDay - 6 : 1 + (Number(week) - 1) * 7;
  return { month: Number(month), day, weekday: Number(weekday), seconds: secondsOf(time), before, offset };
}

/** Seconds of `5`, `-1`, `3:30` or `+1:02:03`, at most a week. */
function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, '').split(':').map(Number);
  const size = hours * hourSeconds + minutes * 60 + seconds;
  if (size > 7 * daySeconds) throw new Error(`has the time ${text}`);
  return text.startsWith('-') ? 0 - size : size;
}
