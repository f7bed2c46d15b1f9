import { useLocation } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import type { ExecutionDetailsData } from '#app/presenters/execution/execution-details.server.ts';
import { jobSearch } from '#app/query/history-address.ts';

/** Links to the job's previous and next runs. */
export function ExecutionNeighbours({ details: { job, neighbours } }: { details: ExecutionDetailsData }) {
  const search = jobSearch(useLocation().search);
  const toRun = (id: number | null) =>
    id === null ? '' : `/dashboard/jobs/${job.id}/executions/${id}${search}`;
  return (
    <nav aria-label="Other runs" className="flex size-auto! flex-none! gap-1">
      <ButtonLink
        rel="prev"
        to={toRun(neighbours.previous)}
        preventScrollReset
        size="icon"
        icon={ChevronLeft}
        label="Previous run"
        disabledReason={neighbours.previous === null ? 'This is the oldest stored run.' : undefined}
      />
      <ButtonLink
        rel="next"
        to={toRun(neighbours.next)}
        preventScrollReset
        size="icon"
        icon={ChevronRight}
        label="Next run"
        disabledReason={neighbours.next === null ? 'This is the newest run.' : undefined}
      />
    </nav>
  );
}
