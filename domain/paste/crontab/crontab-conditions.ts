import { parseCron } from '#domain/schedule/cron.ts';
import { cronWeekdays } from '#domain/time/names.ts';

/** `[ $(date +%u) = 1 ]`, quoted or not, after the shell has taken the quotes off. */
const asked =
  /^(?:\[{1,2}|test) (?:\$\(|`)(?:\/usr)?(?:\/bin\/)?date ((?:(?:-d|--date)[ =]?["']?[\w +]{1,20}["']? )?)\+["']?%([uwadej])["']?(?:\)|`) (==?|-eq|-le|-lt) (\w{1,9})(?: \]{1,2})?$/;
const tomorrow = /^(?:-d|--date)[ =]?["']?(?:tomorrow|next day|\+? ?1 ?days?)["']? $/;

/**
 * Combines a schedule with a date test before its call into one expression: the first Monday, the last day of the
 * month. Null if there is none.
 * @param cron five fields as parseCron gives them
 * @param condition a test of the shell, its words with one space between
 */
export function cronWithCondition({ cron, condition }: { cron: string; condition: string }): string | null {
  if (condition.length > 200) return null;
  const [, moved = '', what = '', sign = '', value = ''] =
    asked.exec(condition.replaceAll(/\s+/g, ' ')) ?? [];
  const parsed = parseCron(cron);
  if (what === '' || !parsed.isValid) return null;
  const [minute = '', hour = '', , month = ''] = parsed.cron.split(' ');
  const { dayOfMonth, dayOfWeek } = parsed.fields;
  const isEqual = sign !== '-le' && sign !== '-lt';
  if (moved !== '') {
    const isFirst = tomorrow.test(moved) && isEqual && (what === 'd' || what === 'e') && Number(value) === 1;
    const hasLastDays =
      dayOfMonth.values.includes(31) && [28, 29, 30].every((day) => dayOfMonth.values.includes(day));
    return isFirst && hasLastDays && dayOfWeek.isStar ? `${minute} ${hour} L ${month} *` : null;
  }
  if (what === 'd' || what === 'e') {
    const last = isEqual ? 0 : Number(value) - Number(sign === '-lt');
    const isWeek = last === 7 && dayOfMonth.isStar && isPlain(dayOfWeek.text);
    return isWeek
      ? `${minute} ${hour} * ${month} ${dayOfWeek.values.map((day) => `${cronWeekdays[day] ?? ''}#1`).join(',')}`
      : null;
  }
  const weekday = weekdayOf({ what, value });
  if (weekday === null || !isEqual || !dayOfWeek.isStar) return null;
  if (dayOfMonth.isStar) return `${minute} ${hour} * ${month} ${weekday}`;
  const [first = 0] = dayOfMonth.values;
  const isWeek =
    first % 7 === 1 && first < 29 && dayOfMonth.values.length === 7 && dayOfMonth.values.at(-1) === first + 6;
  const isAlone = dayOfMonth.nearestWeekdays.length === 0 && !dayOfMonth.isLastDay;
  return isWeek && isAlone ? `${minute} ${hour} * ${month} ${weekday}#${(first + 6) / 7}` : null;
}

const isPlain = (text: string) => /^[\w,-]+$/.test(text) && !/L|#|\*/.test(text);

function weekdayOf({ what, value }: { what: string; value: string }): string | null {
  if (what === 'a') return cronWeekdays.find((name) => name === value.toUpperCase()) ?? null;
  if ((what !== 'u' && what !== 'w') || !/^[0-7]$/.test(value)) return null;
  return cronWeekdays[Number(value) % 7] ?? null;
}
