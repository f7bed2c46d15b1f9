import { HeatBody, HeatChoice, heatHint } from '#app/components/heat-map/heat-body.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Stack } from '#app/components/ui/page-head.tsx';
import { hourOf, weekdayOf, type HeatCell } from '#app/format/heat-words.ts';
import type { HeatMapView } from '#app/presenters/heat-map.server.ts';
import type { HeatMetric } from '#domain/heat-metric.ts';
import { dayMs } from '#domain/time/units.ts';

/** Working hours on five days, a nightly batch, and nothing on Sunday. */
const cells: HeatCell[] = Array.from({ length: 144 }, (_, place) => place).flatMap((place) => {
  const [weekday, hour] = [weekdayOf(place), hourOf(place)];
  const isWork = weekday < 5 && hour >= 7 && hour < 19;
  if (!isWork && hour !== 2) return [];
  const runs = hour === 2 ? 4 : 60 + ((hour * 37 + weekday * 11) % 180);
  const failures = (hour + weekday) % 5 === 0 ? Math.ceil(runs / 12) : 0;
  const [latenessMs, durationMs] = [2 + (hour % 7), 90 + ((hour * weekday * 53) % 900)];
  return [{ place, runs, failures, late: runs, latenessMs, latenessMaxMs: 41, timed: runs, durationMs }];
});

function viewOf({ now, metric, isEmpty = false }: { now: number; metric: HeatMetric; isEmpty?: boolean }) {
  const firstDay = new Date(now - 27 * dayMs).toISOString().slice(0, 10);
  return {
    ...{ metric, days: 28, isCutByPlan: isEmpty, firstDay, zone: 'UTC' },
    ...{ countedUntil: isEmpty ? null : now, everyMinutes: 10, cells: isEmpty ? [] : cells },
  } satisfies HeatMapView;
}

export function HeatMapSection({ now }: { now: number }) {
  const [runs, failures] = [viewOf({ now, metric: 'runs' }), viewOf({ now, metric: 'failures' })];
  const empty = viewOf({ now, metric: 'runs', isEmpty: true });
  return (
    <Stack>
      <Card aria-label="Heat map">
        <CardHead
          title="Heat Map"
          hint={heatHint(runs)}
          isWrapping
          end={<HeatChoice metric="runs" pathname="/dev/kit" />}
        />
        <HeatBody view={runs} chosen={33} linkTo={({ place }) => `/dev/kit?place=${place}`} />
      </Card>
      <Card aria-label="Heat map of failures">
        <CardHead title="Heat Map" hint="failures, without links" />
        <HeatBody view={failures} />
      </Card>
      <Card aria-label="Heat map without runs">
        <CardHead title="Heat Map" hint={heatHint(empty)} />
        <HeatBody view={empty} />
      </Card>
    </Stack>
  );
}
