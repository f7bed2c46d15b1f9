import { hourOf, weekdayOf, type HeatFigures } from '#app/format/heat-words.ts';
import type { HeatMapView } from '#app/presenters/heat-map.server.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';

/** Query of a job's page that lists the executions of an hour of the week. */
export function heatLink({
  cell,
  view: { metric, firstDay, zone },
}: {
  cell: { place: number } & Pick<HeatFigures, 'failures'>;
  view: Pick<HeatMapView, 'metric' | 'firstDay' | 'zone'>;
}): Record<string, string | null> {
  return {
    weekday: weekdays[weekdayOf(cell.place)] ?? null,
    hour: String(hourOf(cell.place)),
    start: firstDay,
    end: null,
    zone,
    status: metric === 'failures' && cell.failures > 0 ? 'failed' : null,
    search: null,
    shown: null,
    cursor: null,
  };
}
