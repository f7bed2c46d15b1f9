import { useLocation } from '@remix-run/react';
import { CardBody } from '#app/components/ui/card.tsx';
import { cn } from '#app/components/ui/cn.ts';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { groove, slip, slipSize } from '#app/components/ui/input/segments.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import { metricLabels, type HeatCell } from '#app/format/heat-words.ts';
import { cityOf, countText, plural, wallTime } from '#app/format/time-format.ts';
import { dayText } from '#app/presenters/execution/day-outcomes.ts';
import type { HeatMapView } from '#app/presenters/heat-map.server.ts';
import { searchWith } from '#app/query/history-address.ts';
import { heatMetrics } from '#domain/heat-metric.ts';
import { HeatChart } from './heat-chart.tsx';
import { HeatTable } from './heat-table.tsx';

/** "Last 28 days, New York" */
export function heatHint({ days, zone, isCutByPlan }: HeatMapView): string {
  return `Last ${days} days${isCutByPlan ? ' (the retention of your plan)' : ''}, ${cityOf(zone)}`;
}

/** Chooses the metric of the map: links, so it works without JavaScript. */
export function HeatChoice({ metric, pathname }: Pick<HeatMapView, 'metric'> & { pathname: string }) {
  const { search } = useLocation();
  const onOwnLink = useOwnLinks({ preventScrollReset: true });
  return (
    <nav aria-label="Show in the heat map" className={cn(groove, 'max-sm:w-full')}>
      {heatMetrics.map((value) => (
        <a
          key={value}
          href={`${pathname}${searchWith({ search, changes: { heat: value } })}`}
          onClick={onOwnLink}
          aria-current={value === metric ? 'true' : undefined}
          className={cn(slip, slipSize.md, 'max-sm:flex-1 max-sm:px-1')}
        >
          {metricLabels[value]}
        </a>
      ))}
    </nav>
  );
}

interface HeatBodyProps {
  view: HeatMapView;
  linkTo?: ((cell: HeatCell) => string) | undefined;
  chosen?: number | null;
}

/** The map, the days it counts, and the same data as a table. */
export function HeatBody({ view, linkTo, chosen = null }: HeatBodyProps) {
  const { cells, metric, zone } = view;
  if (cells.length === 0) {
    return (
      <EmptyState title="No runs counted yet.">
        Runs appear here up to {view.everyMinutes} minutes after they end.
      </EmptyState>
    );
  }
  return (
    <CardBody className="grid gap-3">
      <HeatChart cells={cells} metric={metric} zone={zone} linkTo={linkTo} chosen={chosen} />
      <Sample view={view} />
      <Disclosure summary="As a table">
        <HeatTable cells={cells} metric={metric} />
      </Disclosure>
    </CardBody>
  );
}

function Sample({ view: { cells, firstDay, zone, countedUntil, everyMinutes } }: { view: HeatMapView }) {
  const sum = (read: (cell: HeatCell) => number) => cells.reduce((total, cell) => total + read(cell), 0);
  const failures = sum((cell) => cell.failures);
  return (
    <p className="text-xs text-muted">
      {plural(
        sum((cell) => cell.runs),
        'run',
      )}{' '}
      since {dayText(firstDay)}
      {failures > 0 ? `, ${countText(failures)} failed` : ', none failed'}.{' '}
      {countedUntil === null
        ? 'Not all runs are counted yet.'
        : `Counted up to ${countedText({ at: countedUntil, zone })}; updated every ${everyMinutes} minutes.`}
    </p>
  );
}

function countedText({ at, zone }: { at: number; zone: string }): string {
  const { date, hour } = wallTime({ at, timeZone: zone });
  return `${date} ${hour}`;
}
