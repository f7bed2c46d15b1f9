import { wallTime } from '#app/format/time-format.ts';

/** Position of an instant in the week of a zone: weekday (0 is Monday) times 24 plus hour. */
export function placeNow({ at, timeZone }: { at: number; timeZone: string }): number {
  const local = wallTime({ at, timeZone }).input;
  const weekday = (new Date(`${local}Z`).getUTCDay() + 6) % 7;
  return weekday * 24 + Number(local.slice(11, 13));
}
