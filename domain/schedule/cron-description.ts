import cronstrue from 'cronstrue';
import { remember } from '#domain/remember.ts';
import { weekdayNames } from '#domain/time/names.ts';
import { parseCron } from './cron.ts';

const number = /^\d{1,2}$/;

/**
 * A schedule as a sentence without its zone (D11): our own words for the common ones, cronstrue for the rest.
 * Null, a job without schedule, is "Manual only".
 */
export function describeCron(cron: string | null): string {
  if (cron === null) return 'Manual only';
  if (cron.trim() === '') return 'Invalid schedule';
  return cron.length > longestKept ? describe(cron) : describeKept(cron);
}

/** Jobs have none that are longer. */
const longestKept = 256;
const describeKept = remember(describe);

function describe(cron: string): string {
  const parsed = parseCron(cron);
  if (!parsed.isValid) return 'Invalid cron format';
  const { dayOfMonth, dayOfWeek } = parsed.fields;
  if (!dayOfMonth.isStar && !dayOfWeek.isStar) return describeEitherDay(parsed.cron);
  return (
    describeInterval(parsed.cron) ??
    describeTime(parsed.cron) ??
    describeDayList(parsed.cron) ??
    spell(parsed.cron)
  );
}

/** Both day fields: the run comes on a day that either names (D9). */
function describeEitherDay(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ');
  const time = spell(`${minute} ${hour} * * *`);
  // Each part as described alone, without its time.
  const shown = (days: string) => {
    const sentence = describeDayList(`${minute} ${hour} ${days}`) ?? spell(`${minute} ${hour} ${days}`);
    return sentence
      .slice(time.length)
      .replace(/^, /, '')
      .replace(/^only /, '');
  };
  const days = `${shown(`${day} * *`)} or ${shown(`* * ${weekday}`)}`;
  const inMonths = month === '*' ? '' : `, ${spell(`${minute} ${hour} * ${month} *`).slice(time.length + 2)}`;
  return `${time}, ${days}${inMonths}`;
}

function spell(cron: string): string {
  const isDay = (index: number) => index === 2 || index === 4;
  // A `*` in a list is every value; cronstrue reads it out as a sign.
  const fields = cron
    .split(' ')
    .map((text, index) => (!isDay(index) && text.split(',').includes('*') ? '*' : text));
  const sentence = cronstrue.toString(fields.join(' '), { use24HourTimeFormat: true, verbose: false });
  // "5 and 35 minutes past the hour, at 07:00" names an extra instant.
  const said = sentence.replace(' past the hour, at ', ' past ');
  const step = dayStepOf(fields[2]);
  return step === null
    ? said
    : said.replace(/every \d+ days in a month/, `on ${daysOfStep(step)} of each month`);
}

/** The step of a day field with a step over all days; null for others. */
function dayStepOf(day = ''): number | null {
  const step = Number(/^\*\/(\d+)$/.exec(day)?.[1] ?? 1);
  return step > 1 ? step : null;
}

/** The days a step names (D26): it restarts each month, so "every 2 days" would be wrong at the end of one. */
function daysOfStep(step: number): string {
  const days = Array.from({ length: Math.ceil(31 / step) }, (_, index) => 1 + index * step);
  if (days.length === 1) return 'day 1';
  return days.length > 4
    ? `days ${days.slice(0, 3).join(', ')} ...`
    : `days ${days.slice(0, -1).join(', ')} and ${days.at(-1) ?? ''}`;
}

/** A list of days with L or nW among them: cronstrue knows them alone and throws on `1W,15W`. */
function describeDayList(cron: string): string | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ');
  if (!/[LW]/.test(day) || !day.includes(',')) return null;
  const days = day.split(',').map((part) => {
    if (part === 'L') return 'the last day of the month';
    if (part.endsWith('W')) return `the weekday nearest day ${part.slice(0, -1)}`;
    const [range = '', step] = part.split('/');
    const named =
      range === '*' ? 'each day' : `day${range.includes('-') ? 's' : ''} ${range.replace('-', ' to ')}`;
    return step === undefined ? named : `${named} in steps of ${step}`;
  });
  const rest = spell([minute, hour, '*', month, weekday].join(' '));
  return `${rest}, on ${days.slice(0, -1).join(', ')} and ${days.at(-1) ?? ''}`;
}

function describeInterval(cron: string): string | null {
  if (cron === '* * * * *' || cron === '*/1 * * * *') return 'Every minute';
  if (cron === '0 * * * *' || cron === '0 */1 * * *') return 'Every hour';
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron);
  if (minutes) return `Every ${minutes[1] ?? ''} minutes`;
  const hours = /^0 \*\/(\d+) \* \* \*$/.exec(cron);
  return hours ? `Every ${hours[1] ?? ''} hours` : null;
}

/** One fixed time a day. */
function describeTime(cron: string): string | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ');
  if (!number.test(minute) || !number.test(hour) || month !== '*') return null;
  const clock = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const time = { '00:00': 'midnight', '12:00': 'noon' }[clock] ?? clock;
  if (day === '*' && weekday === '*') return `Every day at ${time}`;
  if (day === '*') {
    const name = weekday === '1-5' || weekday === 'MON-FRI' ? 'weekday' : weekdayName(weekday);
    return name === null ? null : `Every ${name} at ${time}`;
  }
  const step = dayStepOf(day);
  if (step !== null && weekday === '*') return `At ${time} on ${daysOfStep(step)} of each month`;
  const monthDay = { '1': 'first day', '15': '15th day', L: 'last day' }[day];
  return monthDay && weekday === '*' ? `On the ${monthDay} of every month at ${time}` : null;
}

function weekdayName(text: string): string | null {
  if (/^[0-7]$/.test(text)) return weekdayNames[Number(text) % 7] ?? null;
  return weekdayNames.find((name) => name.slice(0, 3).toUpperCase() === text) ?? null;
}
