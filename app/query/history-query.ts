import type { DisplayZone } from '#app/format/display-zone.ts';
import { mostShown, type ExecutionFilter, type HistoryQuery } from '#app/query/history-address.ts';
import { apiStatuses } from '#domain/outcome.ts';
import { instantOf, isTimeZone } from '#domain/schedule/timezone.ts';
import { weekdays, weekHourSpans, type TimeSpan } from '#domain/schedule/week-hours.ts';
import { dayMs } from '#domain/time/units.ts';

export const pageSize = 10;
const longestSearch = 200;
/** A filter by hour of the week searches the largest plan's retention. */
const longestDays = 90;
/** Maximum count of a search (D36). */
const mostFound = 1_000;

/** History query of an address; unknown values become the default. */
export function readHistoryQuery({
  params,
  jobZone,
  display: { mode, mine },
}: {
  params: URLSearchParams;
  jobZone: string;
  display: Pick<DisplayZone, 'mode' | 'mine'>;
}): HistoryQuery {
  const shown = Number(params.get('shown') ?? pageSize);
  const search = (params.get('search') ?? '').trim().slice(0, longestSearch);
  const most = search === '' ? mostShown : mostFound;
  const cursor = search === '' ? params.get('cursor') : null;
  const zone = params.get('zone') ?? '';
  const start = dayOf(params.get('start'));
  const end = dayOf(params.get('end'));
  const shownZone = mode === 'utc' ? 'UTC' : mode === 'job' ? jobZone : mine;
  return {
    filter: filterOf(params.get('status')),
    search,
    start,
    end,
    weekday: weekdays.find((weekday) => weekday === params.get('weekday')) ?? null,
    hour: hourOf(params.get('hour')),
    zone: isTimeZone(zone) ? zone : shownZone,
    shown: Number.isInteger(shown) ? Math.min(Math.max(shown, pageSize), most) : pageSize,
    cursor: cursor !== null && /^\d{1,15}_\d{1,15}$/.test(cursor) ? cursor : null,
    problem:
      start !== null && end !== null && start > end
        ? 'The End Date is before the Start Date. Choose the same day or a later one.'
        : null,
  };
}

/** Instants between which the executions of the range started, including the end day. */
export function historyWindowOf({ start, end, zone }: HistoryQuery): {
  from: Date | null;
  until: Date | null;
} {
  const startOf = (date: string) => new Date(instantOf({ timeZone: zone, local: `${date}T00:00` }));
  return {
    from: start === null ? null : startOf(start),
    until: end === null ? null : startOf(dayAfter(end)),
  };
}

/**
 * Time spans of a weekday or an hour, of the newest 90 days at most; null without such a filter.
 * @param now UTC milliseconds
 */
export function spansOf({ query, now }: { query: HistoryQuery; now: number }): TimeSpan[] | null {
  const { weekday, hour, zone: timeZone } = query;
  if (weekday === null && hour === null) return null;
  const { from, until } = historyWindowOf(query);
  const end = Math.min(until?.getTime() ?? Infinity, now);
  const begin = Math.max(from?.getTime() ?? 0, end - longestDays * dayMs);
  return begin < end ? weekHourSpans({ weekday, hour, timeZone, from: begin, until: end }) : [];
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

/** "2026-11-21" if the day exists. */
function dayOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

function hourOf(text: string | null): number | null {
  const hour = Number(text);
  return text !== null && /^\d{1,2}$/.test(text) && hour <= 23 ? hour : null;
}

function filterOf(text: string | null): ExecutionFilter {
  return apiStatuses.find((status) => status === text) ?? 'all';
}
