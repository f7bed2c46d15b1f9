import { relativeText, wallTime } from '#app/format/time-format.ts';
import { cn } from './cn.ts';
import { useNow, useZoneOf } from './display-zone.tsx';

interface TimeProps {
  /** UTC milliseconds or ISO 8601. */
  at: number | string;
  /** The job's zone, used while the switch is on Job. */
  jobZone?: string | undefined;
  /** A fixed zone, independent of the switch. */
  zone?: string | undefined;
  precision?: 'minute' | 'second' | 'millisecond' | undefined;
  hasWeekday?: boolean | undefined;
  /** Gives dates a minimum width in tables, so that times align. */
  isColumn?: boolean | undefined;
  className?: string | undefined;
}

/** "Nov 21, 2026 10:05": date and time in separate spans that never break. */
export function Time({
  at,
  jobZone,
  zone,
  precision = 'minute',
  hasWeekday,
  isColumn,
  className,
}: TimeProps) {
  const shown = useZoneOf(jobZone);
  const instant = toInstant(at);
  const wall = wallTime({ at: instant, timeZone: zone ?? shown });
  const column = hasWeekday ? 'inline-block min-w-[124px]' : 'inline-block min-w-[87px]';
  return (
    <time dateTime={new Date(instant).toISOString()} className={unbroken(className)}>
      <span className={isColumn ? column : undefined}>{hasWeekday ? wall.dateWithWeekday : wall.date}</span>{' '}
      <span>{precision === 'minute' ? wall.hour : wall[precision]}</span>
    </time>
  );
}

/** The time alone, if the context makes the day clear. */
export function Hour({
  at,
  jobZone,
  zone,
  precision = 'minute',
  className,
}: Omit<TimeProps, 'hasWeekday' | 'isColumn'>) {
  const shown = useZoneOf(jobZone);
  const instant = toInstant(at);
  const wall = wallTime({ at: instant, timeZone: zone ?? shown });
  return (
    <time dateTime={new Date(instant).toISOString()} className={className}>
      {precision === 'minute' ? wall.hour : wall[precision]}
    </time>
  );
}

/** "in 4m 48s", counting down; always next to the absolute time, never instead of it. */
export function Relative({ at, className }: { at: number | string; className?: string | undefined }) {
  const now = useNow();
  return <span className={unbroken(className)}>{relativeText({ at: toInstant(at), now })}</span>;
}

const unbroken = (className: string | undefined) =>
  className ? cn('whitespace-nowrap', className) : 'whitespace-nowrap';

function toInstant(at: number | string): number {
  return typeof at === 'number' ? at : Date.parse(at);
}
