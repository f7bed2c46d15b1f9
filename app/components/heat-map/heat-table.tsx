import {
  metricLabels,
  hourText,
  shortText,
  twoDigits,
  weekdayLabels,
  type HeatCell,
} from '#app/format/heat-words.ts';
import type { HeatMetric } from '#domain/heat-metric.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';

/** The map as a table: a row per hour, a column per weekday, so it fits a narrow screen. */
export function HeatTable({ cells, metric }: { cells: readonly HeatCell[]; metric: HeatMetric }) {
  const byPlace = new Map(cells.map((cell) => [cell.place, cell]));
  const label = metricLabels[metric];
  return (
    <table className="mt-2 w-full border-collapse text-xs">
      <caption className="sr-only">
        {label} by hour and weekday{metric === 'failures' ? ': failures/runs' : ''}
      </caption>
      <thead>
        <tr className="h-8 border-b border-control">
          <th scope="col" className="text-left font-medium text-muted">
            <span className="sr-only">Hour</span>
          </th>
          {weekdayLabels.map((weekday) => (
            <th key={weekday} scope="col" className="text-right font-medium text-muted">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr]:border-border [&>tr+tr]:border-t">
        {Array.from({ length: 24 }, (_, hour) => (
          <tr key={hour} className="h-7">
            <th scope="row" className="pr-2 text-left font-medium text-muted">
              <span aria-hidden="true">{twoDigits(hour)}</span>
              <span className="sr-only">{hourText(hour)}</span>
            </th>
            {weekdays.map((weekday, day) => {
              const figures = byPlace.get(day * 24 + hour);
              return (
                <td key={weekday} className="pl-1 text-right">
                  {figures ? shortText({ figures, metric }) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
