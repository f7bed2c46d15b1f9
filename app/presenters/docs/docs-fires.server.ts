import { wallTime } from '#app/format/time-format.ts';
import { fireMark } from '#domain/schedule/clock-changes.ts';
import { nextFires } from '#domain/schedule/schedule.ts';

const marks = { shifted: ', moved out of the gap', first_of_two: ', the first of two' } as const;

/** Fires of a schedule as a list, by the function that fires: `30 2 * * * | America/New_York | 2027-03-13 | 3`. */
export function firesOf(asked: string): string {
  const [cron = '', timeZone = '', from = '', count = ''] = asked.split('|').map((part) => part.trim());
  const instants = nextFires({
    cron,
    timeZone,
    after: Date.parse(`${from}T12:00:00Z`),
    count: Number(count),
  });
  return instants
    .map((at) => {
      const { dateWithWeekday, hour } = wallTime({ at, timeZone });
      const utc = wallTime({ at, timeZone: 'UTC' }).hour;
      const mark = fireMark({ cron, timeZone, at });
      return `- ${dateWithWeekday}, ${hour}${mark === null ? '' : marks[mark]} (${utc} UTC)`;
    })
    .join('\n');
}
