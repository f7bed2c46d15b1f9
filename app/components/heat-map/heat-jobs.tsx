import { Card, CardHead } from '#app/components/ui/card.tsx';
import {
  Cell,
  HeaderCell,
  Row,
  Table,
  TableBody,
  TableFoot,
  TableHead,
} from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import { figuresText, metricLabels, placeText } from '#app/format/heat-words.ts';
import { countText } from '#app/format/time-format.ts';
import type { HeatJob, HeatMapView } from '#app/presenters/heat-map.server.ts';
import { searchAfterPath } from '#app/query/history-address.ts';
import { heatLink } from './heat-link.ts';

interface HeatJobsProps {
  view: HeatMapView;
  chosen: { place: number; jobs: HeatJob[]; total: number };
}

/** Jobs with most of the metric in an hour of the week, each linked to its executions of that hour. */
export function HeatJobs({ view, chosen: { place, jobs, total } }: HeatJobsProps) {
  const onOwnLink = useOwnLinks();
  const { metric } = view;
  const label = metricLabels[metric];
  return (
    <Card aria-label={`Jobs, ${placeText(place)}`} id="jobs">
      <CardHead
        title={placeText(place)}
        hint={metric === 'failures' ? 'Jobs with failures' : 'Jobs with runs'}
      />
      {jobs.length === 0 ? (
        <EmptyState
          title={metric === 'failures' ? 'No jobs failed in this hour.' : 'No jobs ran in this hour.'}
        />
      ) : (
        <>
          <Table caption={`${label} by job, ${placeText(place)}`}>
            <TableHead>
              <HeaderCell>Job</HeaderCell>
              <HeaderCell isNumber>{label}</HeaderCell>
            </TableHead>
            <TableBody>
              {jobs.map((job) => (
                <Row key={job.id}>
                  <Cell className="wrap-anywhere">
                    <a
                      href={`/dashboard/jobs/${job.id}${searchAfterPath({ search: '', changes: heatLink({ cell: { place, ...job }, view }) })}#history`}
                      onClick={onOwnLink}
                      className="inline-flex min-h-6 items-center font-semibold"
                    >
                      {job.name}
                    </a>
                  </Cell>
                  <Cell isNumber>{figuresText({ figures: job, metric })}</Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
          {total > jobs.length ? (
            <TableFoot>
              Showing {countText(jobs.length)} of {countText(total)} jobs
            </TableFoot>
          ) : null}
        </>
      )}
    </Card>
  );
}
