import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { nextFires } from '#domain/schedule/schedule.ts';
import { BuilderFields } from './builder-fields.tsx';

const parts = { minute: '*', hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
const html = renderToStaticMarkup(<BuilderFields parts={parts} onPick={() => {}} />);

/** Options of a picker, read from the page. */
const offered = (label: string) => {
  const [, select = ''] =
    new RegExp(`<label[^>]*>${label}<.*?<select[^>]*>(.*?)</select>`, 's').exec(html) ?? [];
  return [...select.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value = '', text = '']) => ({
    value,
    text,
  }));
};
const monthOf = (at: Date) => at.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
const after = Date.parse('2027-12-31T23:59:00Z');
/** The first fires of 2028 by an expression, as dates. */
const firesOf = (cron: string) =>
  nextFires({ cron, timeZone: 'UTC', after, count: 24 }).map((at) => new Date(at));

/** True if the label of a choice means an instant; the other fields have their first value. */
const means: Record<
  string,
  { cron: (value: string) => string; isMeant: (words: string, at: Date) => boolean }
> = {
  Minute: {
    cron: (value) => `${value} * * * *`,
    isMeant: (words, at) =>
      isCounted({ words, unit: 'minute', value: at.getUTCMinutes(), one: /^At :(\d\d)$/ }),
  },
  Hour: {
    cron: (value) => `0 ${value} * * *`,
    isMeant: (words, at) => {
      const hour = at.getUTCHours();
      if (words === '09 to 17') return hour >= 9 && hour <= 17;
      return isCounted({ words, unit: 'hour', value: hour, one: /^At (\d\d)$/ });
    },
  },
  Day: {
    cron: (value) => `0 0 ${value} * *`,
    isMeant: (words, at) => {
      const day = at.getUTCDate();
      if (words === 'The last day') return new Date(at.getTime() + 86_400_000).getUTCDate() === 1;
      if (words === 'The first working day') return day <= 3 && at.getUTCDay() % 6 > 0;
      if (words === 'The 1st and 15th') return day === 1 || day === 15;
      return isCounted({ words, unit: 'day', value: day, one: /^Day (\d+)$/ });
    },
  },
  Month: {
    cron: (value) => `0 0 1 ${value} *`,
    isMeant: (words, at) => {
      const month = at.getUTCMonth();
      const every = { 'Every month': 1, 'Every 2 months': 2, 'Every quarter': 3, 'Every half year': 6 }[
        words
      ];
      return every === undefined ? monthOf(at) === words : month % every === 0;
    },
  },
};

function isCounted({ words, unit, value, one }: { words: string; unit: string; value: number; one: RegExp }) {
  if (words === `Every ${unit}`) return true;
  const [, step] = new RegExp(`^Every (\\d+) ${unit}s$`).exec(words) ?? [];
  if (step !== undefined) return value % Number(step) === 0;
  const [, exact] = one.exec(words) ?? [];
  return Number(exact) === value;
}

test.each(Object.entries(means))(
  'each choice of the picker is a cron expression that fires as its label says: %s',
  (label, { cron, isMeant }) => {
    const choices = offered(label);
    expect(choices.length).toBeGreaterThan(12);
    expect(new Set(choices.map(({ text }) => text)).size).toBe(choices.length);
    expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
    for (const { value, text } of choices) {
      const fires = firesOf(cron(value));
      expect(fires.length, text).toBeGreaterThan(0);
      expect(
        fires.filter((at) => !isMeant(text, at)),
        `${text}: ${cron(value)}`,
      ).toEqual([]);
    }
  },
);

test('each weekday checkbox has the value of the day it names', () => {
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const days = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([input]) => ({
    value: /value="(\d)"/.exec(input)?.[1] ?? '',
    name: /aria-label="(\w+)"/.exec(input)?.[1] ?? '',
  }));
  expect(days).toHaveLength(7);
  for (const { value, name } of days)
    for (const at of firesOf(`0 0 * * ${value}`)) expect(names[at.getUTCDay()]).toBe(name);
});
