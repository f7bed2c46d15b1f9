import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Sparkline } from '#app/components/execution/history/sparkline.tsx';
import { Card, CardBody, CardHead } from '#app/components/ui/card.tsx';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { countText, exactMs, spanText, wallTime } from '#app/format/time-format.ts';
import type { ServiceDayFigures, ServiceFigures } from '#server/status/read-service-days.server.ts';
import type { ZoneStatus } from '#server/zones/zone-status.server.ts';

const chartDays = 30;

/** Lateness and missed runs per day, counted from the ledger. */
export function StatusPage({
  days,
  countedAt,
  isCalling,
  zoneData,
}: ServiceFigures & { zoneData: ZoneStatus }) {
  const [latest] = days;
  return (
    <>
      <PageHead
        title="Status"
        badge={
          isCalling ? (
            <StatusBadge tone="success" icon={CircleCheck} isBesideHeading>
              Operational
            </StatusBadge>
          ) : (
            <StatusBadge tone="danger" icon={TriangleAlert} isBesideHeading>
              Not Operational
            </StatusBadge>
          )
        }
        sub={
          <p className="max-w-prose text-pretty">
            Counted from the records of all accounts: every scheduled run, and skipped ones only when our own
            limits caused it. Lateness is the delay from the scheduled time to the start of the first request.
            For programs: <a href="/status.json">status.json</a>.
          </p>
        }
      />
      {latest ? (
        <Stack>
          <Latest day={latest} />
          <Lateness days={days} />
          <Days days={days} countedAt={countedAt} />
        </Stack>
      ) : (
        <Card as="div">
          <EmptyState title="Nothing counted yet" level={2}>
            <p>The first figures appear about 20 minutes after the first scheduled run.</p>
          </EmptyState>
        </Card>
      )}
      <p className="mt-6 text-sm text-muted">
        Time zone data: release {zoneData.version} of the IANA time zone database
        {zoneData.since === null
          ? '.'
          : `, in use since ${wallTime({ at: zoneData.since.getTime(), timeZone: 'UTC' }).date}.`}
      </p>
    </>
  );
}

/** To the millisecond, but as a time span for outages of minutes or hours: the digits would not fit a narrow table. */
function latenessText(ms: number | null): string {
  if (ms === null) return '–';
  return `+${ms < 100_000 ? exactMs(ms) : spanText(ms)}`;
}

function Latest({ day: { day, fires, missed, latenessP50Ms, latenessP99Ms } }: { day: ServiceDayFigures }) {
  return (
    <Card aria-labelledby="latest">
      <CardHead id="latest" title={<Day day={day} />} hint="UTC, so far" />
      <StatList label="Newest day" className="border-t border-border">
        <Stat label="Median Lateness">{latenessText(latenessP50Ms)}</Stat>
        <Stat label="99% Within">{latenessText(latenessP99Ms)}</Stat>
        <Stat label="Runs">{countText(fires)}</Stat>
        <Stat label="Missed">{countText(missed)}</Stat>
      </StatList>
    </Card>
  );
}

function Lateness({ days }: { days: ServiceDayFigures[] }) {
  const shown = days.slice(0, chartDays).toReversed();
  const values = (read: (day: ServiceDayFigures) => number | null) =>
    shown.map((day) => ({ value: read(day), isFailed: day.missed > 0 }));
  return (
    <Card aria-labelledby="lateness">
      <CardHead
        id="lateness"
        title="Lateness"
        hint={`the last ${shown.length === 1 ? 'day' : `${shown.length} days`}`}
      />
      <CardBody className="grid gap-6 sm:grid-cols-2">
        <div>
          <p className="mb-2 text-xs font-semibold">Median</p>
          <Sparkline label="Median lateness by day" values={values(({ latenessP50Ms }) => latenessP50Ms)} />
        </div>
        <div>
          <p className="mb-2 text-xs font-semibold">99% Within</p>
          <Sparkline
            label="99th percentile of lateness by day"
            values={values(({ latenessP99Ms }) => latenessP99Ms)}
          />
        </div>
      </CardBody>
    </Card>
  );
}

function Days({ days, countedAt }: Pick<ServiceFigures, 'days' | 'countedAt'>) {
  const counted = countedAt === null ? null : wallTime({ at: countedAt, timeZone: 'UTC' });
  const earlier = days.slice(chartDays);
  return (
    <Card aria-labelledby="days">
      <CardHead
        id="days"
        title="By Day"
        hint={
          counted === null
            ? null
            : `counted ${counted.date} ${counted.hour} UTC, updated with a delay of 10 to 20 minutes`
        }
      />
      <DayTable caption="Lateness, runs and missed runs by day, UTC" days={days.slice(0, chartDays)} />
      {earlier.length === 0 ? null : (
        <Disclosure
          summary="Earlier Days"
          className="border-t border-border [&>summary]:px-4 [&>summary]:py-3 sm:[&>summary]:px-5"
        >
          <DayTable caption="The same of earlier days" days={earlier} />
        </Disclosure>
      )}
    </Card>
  );
}

function DayTable({ caption, days }: { caption: string; days: ServiceDayFigures[] }) {
  return (
    <Table caption={caption} className="table-fixed max-sm:text-xs">
      <TableHead>
        <HeaderCell className="w-[30%]">Day</HeaderCell>
        <HeaderCell isNumber>Median</HeaderCell>
        <HeaderCell isNumber>99%</HeaderCell>
        <HeaderCell isNumber>Runs</HeaderCell>
        <HeaderCell isNumber>Missed</HeaderCell>
        <HeaderCell isNumber className="max-sm:hidden">
          Unknown
        </HeaderCell>
        <HeaderCell isNumber className="max-sm:hidden">
          Skipped
        </HeaderCell>
      </TableHead>
      <TableBody>
        {days.map(({ day, fires, missed, unknown, limited, latenessP50Ms, latenessP99Ms }) => (
          <Row key={day} className="h-9">
            <th scope="row" className="text-left font-normal">
              <Day day={day} />
            </th>
            <Cell isNumber>{latenessText(latenessP50Ms)}</Cell>
            <Cell isNumber>{latenessText(latenessP99Ms)}</Cell>
            <Cell isNumber>{countText(fires)}</Cell>
            <Cell isNumber className={missed > 0 ? 'font-semibold text-warning' : undefined}>
              {countText(missed)}
            </Cell>
            <Cell isNumber className="max-sm:hidden">
              {countText(unknown)}
            </Cell>
            <Cell isNumber className="max-sm:hidden">
              {countText(limited)}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function Day({ day }: { day: string }) {
  return <time dateTime={day}>{wallTime({ at: Date.parse(day), timeZone: 'UTC' }).date}</time>;
}
