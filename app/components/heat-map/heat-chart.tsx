import { useNavigate } from '@remix-run/react';
import { useEffect, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { useNow } from '#app/components/ui/display-zone.tsx';
import {
  figuresText,
  metricLabels,
  hourOf,
  levelOf,
  placeText,
  scaleEnds,
  twoDigits,
  valueOf,
  weekdayLabels,
  weekdayOf,
  type HeatCell,
} from '#app/format/heat-words.ts';
import type { HeatMetric } from '#domain/heat-metric.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { nextPlace } from './next-place.ts';
import { placeNow } from './place-now.ts';

interface HeatChartProps {
  cells: readonly HeatCell[];
  metric: HeatMetric;
  zone: string;
  /** Returns the URL of a cell. */
  linkTo?: ((cell: HeatCell) => string) | undefined;
  /** Cell with details on the page. */
  chosen?: number | null;
}

const fills: Record<HeatMetric, string> = {
  runs: 'fill-ink',
  failures: 'fill-danger',
  lateness: 'fill-warning',
  duration: 'fill-info',
};

/** Hours by weekdays. Height and colour of a bar show the same value; weekdays are side by side on narrow screens. */
export function HeatChart({ cells, metric, zone, linkTo, chosen = null }: HeatChartProps) {
  const max = Math.max(0, ...cells.map((figures) => valueOf({ figures, metric }) ?? 0));
  const label = metricLabels[metric];
  const { stop, onKeyDown, onFocus } = useStops({ cells, chosen });
  const [shown, setShown] = useState<number | null>(null);
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    navigate(link.getAttribute('href') ?? '.');
  };
  const publish = (event: { target: EventTarget }) => setShown(placeOf(event.target));
  const now = placeNow({ at: useNow(), timeZone: zone });
  const shownCell = cells.find(({ place }) => place === shown);
  return (
    <div className="heat-map">
      <div className="grid grid-cols-[2.25rem_minmax(0,1fr)] text-xs text-muted">
        <TopAxis />
        <LeftAxis />
        <svg
          role="group"
          aria-label={`${label} by weekday and hour. Arrow keys move between hours.`}
          className="heat-cells"
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            onFocus(event);
            publish(event);
          }}
          onPointerOver={publish}
          onPointerLeave={() => setShown(null)}
        >
          {cells.map((cell) => (
            <Cell
              key={cell.place}
              cell={cell}
              metric={metric}
              max={max}
              isChosen={cell.place === chosen}
              isStop={stop === null || cell.place === stop}
              to={linkTo?.(cell)}
            />
          ))}
          <g aria-hidden="true" style={placeStyle(now)}>
            <rect className="pointer-events-none fill-none stroke-hand" strokeWidth="2" />
          </g>
        </svg>
      </div>
      <p aria-hidden="true" className="mt-2 min-h-4 pl-9 text-xs text-ink">
        {shownCell ? `${placeText(shownCell.place)}: ${figuresText({ figures: shownCell, metric })}` : null}
      </p>
      <Legend metric={metric} max={max} hasFailures={cells.some(({ failures }) => failures > 0)} />
    </div>
  );
}

interface CellProps {
  cell: HeatCell;
  metric: HeatMetric;
  max: number;
  isChosen: boolean;
  isStop: boolean;
  to: string | undefined;
}

function Cell({ cell, metric, max, isChosen, isStop, to }: CellProps) {
  const level = levelOf({ value: valueOf({ figures: cell, metric }), metric, max });
  const name = `${placeText(cell.place)}: ${figuresText({ figures: cell, metric })}`;
  const style = { ...placeStyle(cell.place), '--level': level } as CSSProperties;
  const drawing = (
    <>
      <rect className={cn('heat-ground fill-sunken', isChosen && 'stroke-ink stroke-2')} />
      {level === 0 ? (
        <rect className="heat-none fill-control" />
      ) : (
        <rect className={cn('heat-bar', fills[metric])} />
      )}
      {metric === 'runs' && cell.failures > 0 ? <rect className="heat-mark fill-danger" /> : null}
    </>
  );
  if (to === undefined) {
    return (
      <g role="img" aria-label={name} data-place={cell.place} style={style}>
        {drawing}
      </g>
    );
  }
  return (
    <a
      href={to}
      aria-label={name}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      data-place={cell.place}
      style={style}
    >
      {drawing}
    </a>
  );
}

const placeStyle = (place: number) =>
  ({ '--day': weekdayOf(place), '--hour': hourOf(place) }) as CSSProperties;

function placeOf(target: EventTarget): number | null {
  const place = (target as Element).closest('[data-place]')?.getAttribute('data-place');
  return place === null || place === undefined ? null : Number(place);
}

/** Makes one cell a Tab stop and moves between cells by arrow keys; without JavaScript each cell is a stop. */
function useStops({ cells, chosen }: Pick<HeatChartProps, 'cells'> & { chosen: number | null }) {
  const [active, setActive] = useState<number | null>(null);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  const places = cells.map(({ place }) => place);
  const known = [active, chosen].find((place) => place !== null && places.includes(place));
  const stop = isReady ? (known ?? places[0] ?? null) : null;
  const onFocus = (event: { target: EventTarget }) => setActive(placeOf(event.target));
  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const from = placeOf(event.target);
    if (from === null || event.metaKey || event.ctrlKey || event.altKey) return;
    // On narrow screens the drawing is turned, and higher than seven rows.
    const isTurned = event.currentTarget.clientHeight > 300;
    const place = nextPlace({ from, key: event.key, places, isTurned });
    if (place === null) return;
    event.preventDefault();
    const next = event.currentTarget.querySelector<SVGAElement>(`a[data-place="${place}"]`);
    next?.focus();
  };
  return { stop, onFocus, onKeyDown };
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function TopAxis() {
  return (
    <div aria-hidden="true" className="col-start-2">
      <div className="heat-wide grid-cols-24 pb-1 text-center">
        {hours.map((hour) => (
          <span key={hour}>{hour % 3 === 0 ? twoDigits(hour) : ''}</span>
        ))}
      </div>
      <div className="heat-narrow grid-cols-7 pb-1 text-center">
        {weekdays.map((weekday, index) => (
          <span key={weekday}>{weekdayLabels[index]}</span>
        ))}
      </div>
    </div>
  );
}

function LeftAxis() {
  return (
    <div aria-hidden="true">
      <div className="heat-wide auto-rows-[28px] items-center">
        {weekdays.map((weekday, index) => (
          <span key={weekday}>{weekdayLabels[index]}</span>
        ))}
      </div>
      <div className="heat-narrow auto-rows-[26px] items-center">
        {hours.map((hour) => (
          <span key={hour}>{twoDigits(hour)}</span>
        ))}
      </div>
    </div>
  );
}

function Legend({ metric, max, hasFailures }: { metric: HeatMetric; max: number; hasFailures: boolean }) {
  const [least, most] = scaleEnds({ metric, max });
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-9 text-xs text-muted">
      {max > 0 ? (
        <span className="inline-flex items-center gap-1.5">
          {least}
          <svg aria-hidden="true" width="58" height="16">
            {[1, 2, 3, 4, 5].map((level) => (
              <rect
                key={level}
                x={(level - 1) * 12}
                y={16 - level * 3.2}
                width="10"
                height={level * 3.2}
                fillOpacity={0.6 + 0.08 * level}
                className={fills[metric]}
              />
            ))}
          </svg>
          {most}
        </span>
      ) : null}
      {metric === 'runs' && hasFailures ? (
        <span className="inline-flex items-center gap-1.5">
          <span className="h-[3px] w-2.5 bg-danger" />
          some failed
        </span>
      ) : null}
      <span className="inline-flex items-center gap-1.5">
        <span className="size-2.5 border-2 border-hand" />
        now
      </span>
    </p>
  );
}
