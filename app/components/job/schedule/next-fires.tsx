import { Clock, Info, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import { zoneColumns, type ZoneColumn } from '#app/components/job/schedule/zone-columns.ts';
import { cn } from '#app/components/ui/cn.ts';
import { Cell, HeaderCell, Row, Table, TableBody, TableHead } from '#app/components/ui/data-table.tsx';
import { useDisplayZone, useNow } from '#app/components/ui/display-zone.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import type { ClockChange, NextFireMark, ShownFire } from '#app/presenters/job/next-fire.ts';

interface NextFiresProps {
  fires: readonly ShownFire[];
  jobZone: string;
  /** Next clock change of the schedule: the fire it moves or doubles, and a description. */
  clockChange?: ClockChange | null | undefined;
  /** Action for a fire, at the end of its row. */
  actionOf?: ((fire: ShownFire) => ReactNode) | undefined;
  /** In a sheet of fixed height, the rows share the remaining room. */
  isFilling?: boolean;
}

/** The next fires in the job's zone, the user's and UTC; on narrow screens, in the switch's zone. */
export function NextFires({ fires, jobZone, clockChange, actionOf, isFilling = false }: NextFiresProps) {
  const { mine } = useDisplayZone();
  const now = useNow();
  const instants = [now, ...fires.map(({ at }) => at), ...(clockChange ? [clockChange.at] : [])];
  const zones = zoneColumns({ jobZone, mine, instants });
  const isFar = clockChange && !fires.some(({ at }) => at === clockChange.at);
  return (
    <div className={cn('@container', isFilling && 'flex grow flex-col')}>
      <Table caption="Next runs" className={cn('sm:[&_:is(th,td)]:pr-2.5', isFilling && 'grow')}>
        <TableHead className="h-8">
          {zones.map((column) => (
            <ZoneHead key={column.zone} column={column} />
          ))}
          <HeaderCell isNumber>In</HeaderCell>
          {actionOf ? (
            <HeaderCell isNumber>
              <span className="sr-only">Skip</span>
            </HeaderCell>
          ) : null}
        </TableHead>
        <TableBody>
          <tr className="h-9 border-b-2 border-b-hand! font-semibold whitespace-nowrap [&+tr]:border-t-0">
            <ZoneCells at={now} zones={zones} />
            <Cell isNumber>now</Cell>
            {actionOf ? <td /> : null}
          </tr>
          {fires.map((fire) => (
            <FireRow key={fire.at} fire={fire} zones={zones} action={actionOf?.(fire)} />
          ))}
          {isFar ? (
            <>
              <tr className="h-7.5 bg-sunken text-xs font-medium text-muted">
                <td colSpan={zones.length + (actionOf ? 2 : 1)} className="py-1!">
                  Next clock change that touches this job
                </td>
              </tr>
              <FireRow fire={clockChange} zones={zones} action={actionOf ? null : undefined} />
            </>
          ) : null}
        </TableBody>
      </Table>
      {clockChange ? (
        <p className="flex gap-2 border-t border-border px-4 py-3 text-muted sm:px-5">
          <Icon of={Info} className="mt-0.5" />
          <span>{clockChange.text}</span>
        </p>
      ) : null}
    </div>
  );
}

function useNarrowClass({ modes }: ZoneColumn): string {
  // On narrow screens only this column remains, so it gets the padding of the first one.
  return modes.includes(useDisplayZone().mode)
    ? '@max-[35rem]:pl-4! sm:@max-[35rem]:pl-5!'
    : '@max-[35rem]:hidden';
}

function ZoneHead({ column }: { column: ZoneColumn }) {
  return <HeaderCell className={cn(useNarrowClass(column))}>{column.head}</HeaderCell>;
}

function ZoneCells({ at, zones, className }: { at: number; zones: ZoneColumn[]; className?: string }) {
  return zones.map((column, index) => (
    <ZoneCell key={column.zone} at={at} column={column} hasWeekday={index === 0} className={className} />
  ));
}

function ZoneCell({
  at,
  column,
  hasWeekday,
  className,
}: {
  at: number;
  column: ZoneColumn;
  hasWeekday: boolean;
  className: string | undefined;
}) {
  return (
    <Cell className={cn('whitespace-nowrap', useNarrowClass(column), className)}>
      <Time at={at} zone={column.zone} hasWeekday={hasWeekday} isColumn />
    </Cell>
  );
}

function FireRow({
  fire,
  zones,
  action,
}: {
  fire: ShownFire;
  zones: ZoneColumn[];
  /** Undefined: the table has no such column. Null: the mark uses the room. */
  action: ReactNode;
}) {
  const isSkipped = fire.mark === 'skipped';
  return (
    <Row>
      <ZoneCells
        at={fire.at}
        zones={zones}
        className={isSkipped ? 'text-muted line-through decoration-control' : ''}
      />
      <Cell isNumber colSpan={action === null ? 2 : undefined} className="whitespace-nowrap text-muted">
        {fire.mark ? <FireMarkBadge mark={fire.mark} /> : <Relative at={fire.at} />}
      </Cell>
      {action === undefined || action === null ? null : (
        <Cell isNumber className="w-px">
          {action}
        </Cell>
      )}
    </Row>
  );
}

/** Effect of a clock change or of a skip on a fire. */
export function FireMarkBadge({ mark }: { mark: NextFireMark }) {
  if (mark === 'skipped') {
    return (
      <StatusBadge tone="muted" icon={CircleSlash}>
        Skipped
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="info" icon={Clock}>
      {mark === 'shifted' ? 'Shifted' : 'First of two'}
    </StatusBadge>
  );
}

/** The same as a list, for the narrow column beside a form. */
export function NextFireList({
  fires,
  jobZone,
  clockChange,
}: Pick<NextFiresProps, 'fires' | 'jobZone' | 'clockChange'>) {
  const isFar = clockChange && !fires.some(({ at }) => at === clockChange.at);
  const others = useOtherZones({ jobZone, instants: fires.map(({ at }) => at) });
  return (
    <>
      <ol>
        {fires.map((fire, index) => (
          <FireItem key={fire.at} fire={fire} jobZone={jobZone} others={others} isNext={index === 0} />
        ))}
      </ol>
      {isFar ? (
        <>
          <p className="border-t border-border bg-sunken px-4 py-1 text-xs font-medium text-muted sm:px-5">
            Next clock change that touches this job
          </p>
          <ol>
            <FireItem fire={clockChange} jobZone={jobZone} others={others} />
          </ol>
        </>
      ) : null}
    </>
  );
}

/** Zones of the user and UTC, if their times differ from the job's. */
export function useOtherZones({ jobZone, instants }: { jobZone: string; instants: readonly number[] }) {
  const { mine } = useDisplayZone();
  return zoneColumns({ jobZone, mine, instants })
    .filter(({ modes }) => !modes.includes('job'))
    .map(({ zone, modes }) => ({ zone, isMine: modes.includes('mine'), isUtc: modes.includes('utc') }));
}

function FireItem({
  fire: { at, mark },
  jobZone,
  others,
  isNext,
}: {
  fire: ShownFire;
  jobZone: string;
  others: ReturnType<typeof useOtherZones>;
  /** The line above it is now. */
  isNext?: boolean;
}) {
  return (
    <li
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t px-4 py-2 sm:px-5',
        isNext ? 'border-t-2 border-hand' : 'border-border',
      )}
    >
      <Time at={at} zone={jobZone} hasWeekday isColumn className="font-semibold" />
      <span className="text-right text-muted">
        {mark ? <FireMarkBadge mark={mark} /> : <Relative at={at} />}
      </span>
      <span className="col-span-full flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        {others.map(({ zone, isMine, isUtc }) => (
          <span key={zone}>
            {isMine ? (isUtc ? 'You and UTC' : 'You') : 'UTC'} <Time at={at} zone={zone} />
          </span>
        ))}
      </span>
    </li>
  );
}
