import { useLocation } from '@remix-run/react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import type { HeatMapView } from '#app/presenters/heat-map.server.ts';
import { jobSearch, searchAfterPath } from '#app/query/history-address.ts';
import { HeatBody, HeatChoice, heatHint } from './heat-body.tsx';
import { heatLink } from './heat-link.ts';

/** Runs, failures, lateness and duration of a job by weekday and hour; each hour links to its executions. */
export function JobHeatMap({ view, jobId }: { view: HeatMapView | null; jobId: number }) {
  const { search } = useLocation();
  if (view === null) return null;
  const pathname = `/dashboard/jobs/${jobId}`;
  return (
    <Card aria-label="Heat map" id="heat-map">
      <CardHead
        title="Heat Map"
        hint={heatHint(view)}
        isWrapping
        end={view.cells.length === 0 ? null : <HeatChoice metric={view.metric} pathname={pathname} />}
      />
      <HeatBody
        view={view}
        linkTo={(cell) =>
          `${pathname}${searchAfterPath({ search: jobSearch(search), changes: heatLink({ cell, view }) })}#history`
        }
      />
    </Card>
  );
}
