import { useNow, useZoneOf } from '#app/components/ui/display-zone.tsx';
import { NowMarker } from '#app/components/ui/now-marker.tsx';
import { countText, plural, relativeText, wallTime } from '#app/format/time-format.ts';
import { callHeight, duePath, timelineMarks, timelinePath } from '#app/presenters/charts/timeline-scale.ts';
import type { HourTimelineProps } from '#app/presenters/job/hour-timeline-props.ts';

/** Two hours as a ruler, now in the middle: past calls in ink, due ones in pencil. Half the span below 640 px. */
export function HourTimeline({ now, past, due, next }: HourTimelineProps) {
  const unit = callHeight({ past, due });
  const text = timelineText({ past, due });
  return (
    <div className="px-4 pt-3 pb-2.5 double-rule-t sm:px-5">
      <TimelineCaption past={past} due={due} next={next} />
      <div className="relative mt-1 overflow-hidden">
        <div className="relative max-sm:-ml-[50%] max-sm:w-[200%]">
          <svg
            role="img"
            aria-label={text}
            height="48"
            viewBox="0 -4 120 48"
            preserveAspectRatio="none"
            fill="none"
            strokeWidth="3"
            className="block w-full"
          >
            <path
              vectorEffect="non-scaling-stroke"
              className="stroke-success"
              d={timelinePath({ past, now, part: 'success', unit })}
            />
            <path
              vectorEffect="non-scaling-stroke"
              className="stroke-info"
              d={timelinePath({ past, now, part: 'open', unit })}
            />
            <path
              vectorEffect="non-scaling-stroke"
              className="stroke-danger"
              d={timelinePath({ past, now, part: 'failed', unit })}
            />
            <path
              vectorEffect="non-scaling-stroke"
              strokeWidth="1.5"
              className="stroke-control"
              d={duePath({ due, now, unit })}
            />
          </svg>
          <TimelineAxis now={now} />
          <NowMarker className="top-0 bottom-[17px] left-1/2 -ml-px" />
        </div>
      </div>
    </div>
  );
}

function TimelineCaption({ past, due, next }: Omit<HourTimelineProps, 'now'>) {
  const now = useNow();
  const zone = useZoneOf();
  const { calls, failed, open, dueCalls } = totals({ past, due });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-0.5 text-xs text-muted sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-4">
      <span>
        Last hour: <b className="text-ink">{countText(calls)}</b> {calls === 1 ? 'run' : 'runs'}
        {failed > 0 ? (
          <>
            , <b className="text-danger">{countText(failed)} failed</b>
          </>
        ) : null}
        {open > 0 ? (
          <span className="max-sm:hidden">
            , <b className="text-info">{countText(open)} under way</b>
          </span>
        ) : null}
      </span>
      <b className="text-ink max-sm:col-span-full max-sm:row-start-2 max-sm:text-center">
        {wallTime({ at: now, timeZone: zone }).second}
      </b>
      <span className="flex justify-end whitespace-pre">
        {next ? (
          <span className="flex min-w-0 max-lg:hidden">
            Next: <b className="truncate text-ink">{next.name}</b>
            <span className="shrink-0">{` ${relativeText({ at: next.at, now })}. `}</span>
          </span>
        ) : null}
        <span>
          <b className="text-ink">{countText(dueCalls)}</b> due in the next hour
        </span>
      </span>
    </div>
  );
}

function TimelineAxis({ now }: { now: number }) {
  const zone = useZoneOf();
  return (
    <svg aria-hidden="true" height="22" className="block w-full">
      <line x2="100%" y1=".5" y2=".5" className="stroke-control" />
      {timelineMarks(now).map(({ at, percent, isLabelled }) => (
        <g key={at}>
          <line
            x1={`${percent}%`}
            x2={`${percent}%`}
            y2={isLabelled ? 6 : 4}
            className={isLabelled ? 'stroke-control' : 'stroke-border'}
          />
          {isLabelled ? (
            <text x={`${percent}%`} y="19" textAnchor="middle">
              {wallTime({ at, timeZone: zone }).hour}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

function totals({ past, due }: Pick<HourTimelineProps, 'past' | 'due'>) {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const failed = sum(past.map((minute) => minute.failed));
  const open = sum(past.map((minute) => minute.open));
  const calls = sum(past.map((minute) => minute.success)) + failed + open;
  return { calls, failed, open, dueCalls: sum(due.map(({ count }) => count)) };
}

function timelineText(timeline: Pick<HourTimelineProps, 'past' | 'due'>): string {
  const { calls, failed, open, dueCalls } = totals(timeline);
  return `${plural(calls, 'run')} in the last hour, ${failed} failed, ${open} under way; ${dueCalls} due in the next hour`;
}
