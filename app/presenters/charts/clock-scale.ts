import { wallTime } from '#app/format/time-format.ts';
import { dayMinutes } from '#domain/time/units.ts';

const centre = 100;

/** A point on the dial of 24 hours, 24 at the top, clockwise; the box is 200 by 200. */
export function clockPoint({ minute, radius }: { minute: number; radius: number }): string {
  const angle = (minute / dayMinutes) * 2 * Math.PI;
  return `${fixed(centre + radius * Math.sin(angle))} ${fixed(centre - radius * Math.cos(angle))}`;
}

/** Strokes across the rim, one for each minute of the day. */
export function clockStrokes({
  minutes,
  from,
  to,
}: {
  minutes: readonly number[];
  from: number;
  to: number;
}): string {
  return minutes
    .map((minute) => `M${clockPoint({ minute, radius: from })}L${clockPoint({ minute, radius: to })}`)
    .join('');
}

/** The minutes of the day, in the zone, that the instants fall on; each once. */
export function minutesOfDay({ fires, timeZone }: { fires: readonly number[]; timeZone: string }): number[] {
  return [...new Set(fires.map((at) => minuteOfDay({ at, timeZone })))].sort((one, other) => one - other);
}

export function minuteOfDay({ at, timeZone }: { at: number; timeZone: string }): number {
  const [hour, minute] = wallTime({ at, timeZone }).hour.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

function fixed(value: number): string {
  return value.toFixed(1);
}
