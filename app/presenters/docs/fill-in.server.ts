import { wallTime } from '#app/format/time-format.ts';
import { fireMark } from '#domain/schedule/clock-changes.ts';
import { describeCron } from '#domain/schedule/cron-description.ts';
import { nextFires } from '#domain/schedule/schedule.ts';
import { docsTables } from './docs-tables.server.ts';
import { docsValues } from './docs-values.server.ts';

const place = /\[\[([^[\]\n]+)\]\]/g;

/**
 * Fills the product's own numbers, sentences and tables into a text, so none of them can differ from the code:
 * `[[plan.free.jobs]]`, `[[cron 30 2 * * *]]`, `[[table faults]]`, `[[fires 30 2 * * * | Europe/Paris | 2027-03-27 |
 * 3]]`.
 * @param places values of this installation, such as its origin
 * @throws Error for an unknown place
 */
export function fillIn({ text, places }: { text: string; places: Record<string, string> }): string {
  const values = { ...docsValues, ...places };
  return text.replace(place, (_, asked: string) => {
    const [kind = '', ...rest] = asked.split(' ');
    const argument = rest.join(' ');
    const found = findValue({ kind, argument, values });
    if (found === undefined) throw new Error(`The documentation asks for ${asked}, which there is not.`);
    return found;
  });
}

function findValue({
  kind,
  argument,
  values,
}: {
  kind: string;
  argument: string;
  values: Record<string, string>;
}): string | undefined {
  if (kind === 'cron') return describeCron(argument);
  if (kind === 'fires') return firesOf(argument);
  if (kind === 'table') return docsTables[argument]?.();
  return Object.hasOwn(values, kind) ? values[kind] : undefined;
}

const marks = { shifted: ', moved out of the gap', first_of_two: ', the first of two' } as const;

/** Fires of a schedule as a list, from the engine's own function: `30 2 * * * | America/New_York | 2027-03-13 | 3`. */
function firesOf(asked: string): string {
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
