import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { countText } from '#app/format/time-format.ts';
import { dayText } from '#app/presenters/execution/day-outcomes.ts';
import type { TrendDay } from '#server/admin/daily-trend.server.ts';
import { FailedLoad } from './failed-load.tsx';

type Figure = 'jobs' | 'runs' | 'failures';

const figures: { of: Figure; label: string; fill: string }[] = [
  { of: 'jobs', label: 'Jobs That Ran', fill: 'fill-muted' },
  { of: 'runs', label: 'Runs', fill: 'fill-success' },
  { of: 'failures', label: 'Failures', fill: 'fill-danger' },
];

/** Jobs, runs and failures of the last 30 days, as a bar per day and as a table. */
export function TrendCard({ trend }: { trend: TrendDay[] | null }) {
  return (
    <Card aria-labelledby="trend-head">
      <CardHead id="trend-head" title="Last 30 Days" hint="Days in UTC. Deleted jobs are not counted." />
      {trend === null ? (
        <CardBody>
          <FailedLoad message="Failed to load the last 30 days" retryTo="/admin" />
        </CardBody>
      ) : trend.every(({ runs }) => runs === 0) ? (
        <EmptyState title="No runs in the last 30 days" />
      ) : (
        <>
          <div className="grid border-t border-control max-sm:divide-y sm:grid-cols-3 sm:divide-x [&>*]:border-border">
            {figures.map((figure) => (
              <Bars key={figure.of} trend={trend} {...figure} />
            ))}
          </div>
          <CardBody className="border-t border-border">
            <Disclosure summary="Show as a Table">
              <TrendTable trend={trend} />
            </Disclosure>
          </CardBody>
        </>
      )}
    </Card>
  );
}

const height = 48;
const step = 10;

function Bars({ trend, of, label, fill }: { trend: TrendDay[]; of: Figure; label: string; fill: string }) {
  const most = Math.max(...trend.map((day) => day[of]));
  const today = trend.at(-1)?.[of] ?? 0;
  const peak = trend.find((day) => day[of] === most);
  const words = `${label}: ${countText(today)} today; max ${countText(most)}${peak && most > 0 ? ` on ${dayText(peak.day)}` : ''}`;
  return (
    <figure className="min-w-0 px-4 py-3 sm:px-5">
      <figcaption className="flex items-baseline justify-between gap-2 text-xs text-muted">
        <span className="font-medium">{label}</span>
        <span>
          <b className="text-ink">{countText(today)}</b> today, max {countText(most)}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${trend.length * step} ${height}`}
        preserveAspectRatio="none"
        className="mt-2 block h-12 w-full border-b border-control"
      >
        {trend.map((day, index) => {
          const tall = most === 0 ? 0 : (day[of] / most) * height;
          // A day with any runs has a visible bar.
          const shown = day[of] > 0 ? Math.max(2, tall) : 0;
          return (
            <rect
              key={day.day}
              x={index * step + 1}
              y={height - shown}
              width={step - 2}
              height={shown}
              className={fill}
            >
              <title>{`${dayText(day.day)}: ${countText(day[of])}`}</title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
}

/** Newest first. */
function TrendTable({ trend }: { trend: TrendDay[] }) {
  return (
    <Table caption="Jobs, runs and failures by day" className="mt-2">
      <TableHead>
        <HeaderCell>Day</HeaderCell>
        {figures.map(({ of, label }) => (
          <HeaderCell key={of} isNumber>
            {label}
          </HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {trend.toReversed().map((day) => (
          <Row key={day.day}>
            <Cell>{dayText(day.day)}</Cell>
            {figures.map(({ of }) => (
              <Cell key={of} isNumber>
                {countText(day[of])}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
