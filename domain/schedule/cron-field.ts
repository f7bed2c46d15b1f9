import type { CronField, FieldSpec } from './cron-fields.ts';

interface Draft {
  values: Set<number>;
  step: number;
  isLastDay: boolean;
  nearestWeekdays: number[];
  lastWeekdays: number[];
  nthWeekdays: { weekday: number; nth: number }[];
}

/** Reads one field of a cron expression, in capitals; a message explains an error and its fix. */
export function parseField({
  text,
  spec,
}: {
  text: string;
  spec: FieldSpec;
}): CronField | { message: string } {
  const draft: Draft = {
    values: new Set(),
    step: 1,
    isLastDay: false,
    nearestWeekdays: [],
    lastWeekdays: [],
    nthWeekdays: [],
  };
  for (const part of text.split(',')) {
    const message = readPart({ part, spec, draft });
    if (message !== null) return { message };
  }
  return {
    text,
    isStar: text === '*',
    hasWildcard: text.includes('*') || text.includes('/'),
    step: draft.step,
    values: [...draft.values].sort((a, b) => a - b),
    isLastDay: draft.isLastDay,
    nearestWeekdays: draft.nearestWeekdays,
    lastWeekdays: draft.lastWeekdays,
    nthWeekdays: draft.nthWeekdays,
  };
}

function readPart({ part, spec, draft }: { part: string; spec: FieldSpec; draft: Draft }): string | null {
  if (part === '') return `${spec.label}: a value is missing beside a comma.`;
  if (part.includes('?')) return `${spec.label}: ? is not supported. Write * instead.`;
  const special = readSpecial({ part, spec, draft });
  if (special !== undefined) return special;

  const [range = '', stepText, ...more] = part.split('/');
  if (more.length > 0) return `${spec.label}: ${part} has more than one step.`;
  const bounds = readRange({ range, spec });
  if (typeof bounds === 'string') return bounds;
  let step = 1;
  if (stepText !== undefined) {
    const size = topOf(spec) - spec.min + 1;
    step = /^\d{1,3}$/.test(stepText) ? Number(stepText) : 0;
    if (step < 1 || step > size)
      return `${spec.label}: the step ${stepText || 'after /'} must be 1 to ${size}.`;
    if (range !== '*' && !range.includes('-'))
      return `${spec.label}: write ${range}-${topOf(spec)}/${step} or */${step}.`;
    draft.step = Math.max(draft.step, step);
  }
  for (let value = bounds.from; value <= bounds.to; value += step)
    draft.values.add(foldSunday({ value, spec }));
  return null;
}

/** L, nL, nW and d#n; undefined when the part is none of them. */
function readSpecial({
  part,
  spec,
  draft,
}: {
  part: string;
  spec: FieldSpec;
  draft: Draft;
}): string | null | undefined {
  if (spec.name === 'dayOfMonth') {
    if (part === 'L') {
      draft.isLastDay = true;
      return null;
    }
    if (part === 'LW' || part === 'WL')
      return 'Day of month: LW is not supported. Write L, or a day such as 15W.';
    if (/^L-/.test(part)) return 'Day of month: L with a number is not supported. Write L for the last day.';
    const nearest = /^(\d{1,2})W$/.exec(part);
    if (nearest) {
      const day = Number(nearest[1]);
      if (day < 1 || day > 31) return 'Day of month: write 1W to 31W.';
      draft.nearestWeekdays.push(day);
      return null;
    }
    if (/^\w+L$/.test(part)) return 'Day of month: nL belongs to the day of week. Write L for the last day.';
    return undefined;
  }
  if (spec.name !== 'dayOfWeek')
    return /[LW#]$/.test(part) && !spec.names.includes(part) ? badValue({ text: part, spec }) : undefined;
  if (part === 'L') return 'Day of week: write the weekday before L, such as 5L for the last Friday.';
  const last = /^(\w+)L$/.exec(part);
  const nth = /^(\w+)#(\d)$/.exec(part);
  const weekday = readValue({ text: last?.[1] ?? nth?.[1] ?? '', spec });
  if (last && weekday !== null) {
    draft.lastWeekdays.push(weekday % 7);
    return null;
  }
  if (nth && weekday !== null) {
    const count = Number(nth[2]);
    if (count < 1 || count > 5) return 'Day of week: write #1 to #5.';
    draft.nthWeekdays.push({ weekday: weekday % 7, nth: count });
    return null;
  }
  return undefined;
}

function readRange({
  range,
  spec,
}: {
  range: string;
  spec: FieldSpec;
}): { from: number; to: number } | string {
  if (range === '*') return { from: spec.min, to: topOf(spec) };
  const ends = range.split('-');
  if (ends.length > 2) return badValue({ text: range, spec });
  const from = readValue({ text: ends[0] ?? '', spec });
  const to = ends.length === 1 ? from : readValue({ text: ends[1] ?? '', spec });
  if (from === null) return badValue({ text: ends[0] ?? '', spec });
  if (to === null) return badValue({ text: ends[1] ?? '', spec });
  if (to < from) {
    return `${spec.label}: ${range} goes backwards. Write ${span(from, topOf(spec))},${span(spec.min, to)}.`;
  }
  return { from, to };
}

function readValue({ text, spec }: { text: string; spec: FieldSpec }): number | null {
  const named = spec.names.indexOf(text);
  if (named >= 0) return named + spec.firstName;
  if (!/^\d{1,2}$/.test(text)) return null;
  const value = Number(text);
  return value >= spec.min && value <= spec.max ? value : null;
}

function badValue({ text, spec }: { text: string; spec: FieldSpec }): string {
  const names = spec.names.length > 0 ? ` or ${spec.names[0]} to ${spec.names.at(-1)}` : '';
  return `${spec.label}: ${text === '' ? 'a value is missing' : `${text.slice(0, 20)} is not a value`}. Write ${spec.min} to ${spec.max}${names}.`;
}

const span = (from: number, to: number) => (from === to ? String(from) : `${from}-${to}`);
const topOf = (spec: FieldSpec) => (spec.name === 'dayOfWeek' ? 6 : spec.max);
const foldSunday = ({ value, spec }: { value: number; spec: FieldSpec }) =>
  spec.name === 'dayOfWeek' ? value % 7 : value;
