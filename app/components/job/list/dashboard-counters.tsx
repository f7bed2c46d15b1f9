import { Link, useFetchers } from '@remix-run/react';
import { pendingStatuses } from '#app/components/job/list/pending-status.ts';
import { HourTimeline } from '#app/components/job/schedule/hour-timeline.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { countText } from '#app/format/time-format.ts';
import type { HourTimelineProps } from '#app/presenters/job/hour-timeline-props.ts';
import type { JobRow } from '#app/presenters/job/job-row.ts';

export interface Counters {
  total: number;
  active: number;
  failed: number;
  successful: number;
}

interface CountersProps {
  counters: Counters;
  timeline: HourTimelineProps | null;
  rows: readonly JobRow[];
}

/** Four counters, and the hour before and after now. */
export function DashboardCounters({ counters, timeline, rows }: CountersProps) {
  const active = counters.active + usePendingChange(rows);
  return (
    <Card aria-label="Counters">
      <StatList>
        <Stat label="Total Jobs">{countText(counters.total)}</Stat>
        <Stat label="Active Jobs">{countText(active)}</Stat>
        <Stat label="Failed Executions">{countText(counters.failed)}</Stat>
        <Stat label="Successful Executions">{countText(counters.successful)}</Stat>
      </StatList>
      {timeline ? (
        <>
          <HourTimeline {...timeline} />
          <p className="px-4 pb-2.5 text-xs text-muted sm:px-5">
            <Link to="/dashboard/heat-map" className="inline-flex min-h-6 items-center">
              Heat map by weekday and hour
            </Link>
          </p>
        </>
      ) : null}
    </Card>
  );
}

/** Change in the number of active jobs by pending requests. */
function usePendingChange(rows: readonly JobRow[]): number {
  const pending = pendingStatuses({ fetchers: useFetchers(), ids: rows.map(({ id }) => id) });
  return rows.reduce((change, { id, status }) => {
    const next = pending.get(id);
    if (next === undefined || next === status) return change;
    return change + (next === 'active' ? 1 : status === 'active' ? -1 : 0);
  }, 0);
}
