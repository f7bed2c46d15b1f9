import type { MouseEvent } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { NowMarker } from '#app/components/ui/now-marker.tsx';
import { useOwnLinks } from '#app/components/ui/use-own-links.ts';
import {
  dayText,
  kindWords,
  stripText,
  notifyKinds,
  worstOf,
  type DayCounts,
  type DayKind,
} from '#app/presenters/execution/day-outcomes.ts';

const bars: Record<DayKind, string> = {
  none: 'h-[3px] bg-control',
  success: 'h-10 bg-success',
  skipped: 'h-10 border border-b-0 border-muted',
  missed: 'h-14 bg-warning',
  failed: 'h-18 bg-danger',
};

interface DayColumnsProps {
  /** Thirty days, today last. */
  days: readonly DayCounts[];
  /** Returns the URL of a day; links exist only where a column is at least 24 px wide. */
  linkTo?: ((day: string) => string) | undefined;
}

/** Large outcome strip: a ruled column per day with its date, the now marker at the end of today. */
export function DayColumns({ days, linkTo }: DayColumnsProps) {
  const onOwnLink = useOwnLinks({ preventScrollReset: true });
  return (
    <div role="group" aria-label={stripText(days.map(worstOf))}>
      <div className="relative grid grid-cols-30 pt-2">
        {days.map((counts, index) => (
          <DayColumn
            key={counts.day}
            counts={counts}
            isToday={index === days.length - 1}
            linkTo={linkTo}
            onOwnLink={onOwnLink}
          />
        ))}
        <NowMarker className="top-0 -right-px bottom-1.5 sm:bottom-5" />
      </div>
      <div aria-hidden="true" className="grid grid-cols-30 text-xs font-medium text-muted max-sm:mt-1">
        {days.map(({ day }, index) =>
          startsMonth({ days, index }) ? (
            <span
              key={day}
              style={{ gridColumnStart: index + 1 }}
              className="min-w-0 overflow-visible whitespace-nowrap"
            >
              <span className="block border-l border-border pl-1.5">
                {monthFormat.format(Date.parse(day))}
              </span>
            </span>
          ) : null,
        )}
      </div>
    </div>
  );
}

interface DayColumnProps {
  counts: DayCounts;
  isToday: boolean;
  linkTo: DayColumnsProps['linkTo'];
  onOwnLink: (event: MouseEvent<HTMLAnchorElement>) => void;
}

const column =
  'relative grid grid-rows-[76px_6px] justify-items-center text-xs leading-5 text-muted hover:bg-sunken sm:grid-rows-[76px_20px] sm:border-l sm:border-border';
const date = 'w-full border-t border-control text-center max-md:text-[0px]';

function DayColumn({ counts, isToday, linkTo, onOwnLink }: DayColumnProps) {
  const kind = worstOf(counts);
  return (
    <div className={isToday ? `${column} sm:border-r` : column}>
      <span className={`w-1.5 self-end sm:w-2.5 ${bars[kind]}`} />
      <span aria-hidden="true" className={isToday ? `${date} font-semibold text-ink` : date}>
        {Number(counts.day.slice(8))}
      </span>
      {linkTo ? (
        <a
          href={linkTo(counts.day)}
          onClick={onOwnLink}
          aria-label={`${dayText(counts.day)}: ${kindWords[kind]}`}
          className="absolute inset-0 max-lg:hidden"
        />
      ) : null}
    </div>
  );
}

/** Names a month at its first column, if the label has three more columns of room. */
function startsMonth({ days, index }: { days: readonly DayCounts[]; index: number }): boolean {
  const month = days[index]?.day.slice(0, 7);
  if (index > 0 && days[index - 1]?.day.slice(0, 7) === month) return false;
  return days[index + 3]?.day.slice(0, 7) === month;
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

const marks: Record<Exclude<DayKind, 'none'>, string> = {
  success: 'h-2 w-[3px] bg-success',
  failed: 'h-[13px] w-[3px] bg-danger',
  missed: 'h-[11px] w-[3px] bg-warning',
  skipped: 'h-2 w-[5px] border border-b-0 border-muted',
};

/** "27 succeeded, 1 failed" with the mark of each, for the card's heading. */
export function DayLegend({ days }: { days: readonly DayCounts[] }) {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {notifyKinds(days.map(worstOf)).map(({ kind, count, word }) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          {kind === 'none' ? null : <span className={cn('mb-[3px] self-end', marks[kind])} />}
          <span>
            <b className="text-ink">{count}</b> {word}
          </span>
        </span>
      ))}
    </span>
  );
}
