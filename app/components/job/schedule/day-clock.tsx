import { cn } from '#app/components/ui/cn.ts';
import { clockPoint, clockStrokes, minuteOfDay, minutesOfDay } from '#app/presenters/charts/clock-scale.ts';

interface DayClockProps {
  /** The schedule in words: "One fire a day at 02:30". */
  label: string;
  /** Instants of a day or more, UTC milliseconds. */
  fires: readonly number[];
  timeZone: string;
  now: number;
  /** Draws fires before the hand as past. False for unsaved schedules: their fires are all due. */
  hasRun?: boolean | undefined;
  size?: number | undefined;
  className?: string | undefined;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour * 60);
const hourMarks = clockStrokes({ minutes: hours.filter((minute) => minute % 360 !== 0), from: 74, to: 78 });
const quarterMarks = clockStrokes({ minutes: [0, 360, 720, 1080], from: 70, to: 78 });
const labels = [
  { x: 100, y: 46, text: '24' },
  { x: 158, y: 104, text: '06' },
  { x: 100, y: 163, text: '12' },
  { x: 42, y: 104, text: '18' },
];

/** Clock of twenty-four hours, 24 at the top: a stroke on the rim for each fire, the hand at now. */
export function DayClock({ label, fires, timeZone, now, hasRun, size = 148, className }: DayClockProps) {
  const minutes = minutesOfDay({ fires, timeZone });
  const nowMinute = minuteOfDay({ at: now, timeZone });
  const done = hasRun ? minutes.filter((minute) => minute <= nowMinute) : [];
  const due = hasRun ? minutes.filter((minute) => minute > nowMinute) : minutes;
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox="0 0 200 200"
      fill="none"
      className={cn('block h-auto max-w-full', className)}
    >
      <circle cx="100" cy="100" r="80" className="stroke-control" />
      <path d={hourMarks} strokeWidth="1.5" className="stroke-control" />
      <path d={quarterMarks} strokeWidth="1.5" className="stroke-muted" />
      {labels.map(({ x, y, text }) => (
        <text key={text} x={x} y={y} textAnchor="middle" className="font-medium">
          {text}
        </text>
      ))}
      <path
        d={clockStrokes({ minutes: done, from: 81, to: 97 })}
        strokeWidth="3"
        className="stroke-control"
      />
      <path d={clockStrokes({ minutes: due, from: 81, to: 97 })} strokeWidth="3" className="stroke-ink" />
      <path
        d={`M${clockPoint({ minute: nowMinute, radius: -16 })}L${clockPoint({ minute: nowMinute, radius: 97 })}`}
        strokeWidth="2.5"
        strokeLinecap="round"
        className="stroke-hand"
      />
      <circle cx="100" cy="100" r="5" className="fill-hand" />
    </svg>
  );
}
