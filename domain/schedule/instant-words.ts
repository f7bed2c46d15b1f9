import { shortMonths } from '#domain/time/names.ts';
import { wallClock } from './timezone.ts';
import '#domain/zones/shipped-zones.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** An instant in UTC milliseconds, and the zone to show it in. */
interface OffsetWords {
  at: number;
  timeZone: string;
}

/** "Mar 2, 2026" */
export function dayInWords({ at, timeZone }: OffsetWords): string {
  const { year, month, day } = wallClock({ timeZone, at });
  return `${shortMonths[month - 1] ?? ''} ${day}, ${year}`;
}

/** "Mar 2, 2026 12:00 Europe/Paris" */
export function instantInWords({ at, timeZone }: OffsetWords): string {
  const { hour, minute } = wallClock({ timeZone, at });
  return `${dayInWords({ at, timeZone })} ${two(hour)}:${two(minute)} ${timeZone}`;
}

/** "1 failure", "1,204 failures" */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
}
