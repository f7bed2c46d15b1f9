import { isTimeZone, timeZoneError } from '#domain/schedule/timezone.ts';
import { timeFormatError } from './format-time.ts';
import { templateVariables, type TemplateVariable } from './template-variables.ts';

/** A `{{…}}` of a template: a variable with its filters. */
export interface TemplateTag {
  variable: TemplateVariable;
  /** Zone and format of a time; null for ISO 8601 in UTC. */
  time: { timeZone: string; format: string } | null;
  /** Stands in for an absent value. */
  fallback: string | number | null;
}

type Argument = string | number;
interface Filter {
  name: string;
  args: Argument[];
}

/** The format of a filter `time` that names only a zone. */
export const defaultTimeFormat = 'yyyy-MM-dd HH:mm';

const groups = [...new Set(templateVariables.map(({ name }) => `${name.split('.')[0] ?? ''}.`))];
const filter =
  /\|\s*(?:([A-Za-z_]+)\s*)?(?::\s*((?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?)(?:\s*,\s*(?:"[^"]*"|'[^']*'|-?\d+(?:\.\d+)?))*)\s*)?(?=\||$)/y;
const argument = /"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)/g;

/**
 * Reads what stands between `{{` and `}}`: a variable, then `time` and `default` if wanted.
 * @returns the sentence for the field instead of a tag, with its remedy
 */
export function readTag(text: string): TemplateTag | { error: string } {
  const [name = ''] = text.split('|');
  const variable = templateVariables.find((one) => one.name === name.trim());
  if (!variable) return { error: unknownText(name.trim()) };
  const tag: TemplateTag = { variable, time: null, fallback: null };
  const read = readFilters(text.slice(name.length));
  if ('error' in read) return read;
  const seen = new Set<string>();
  for (const { name: filterName, args } of read.filters) {
    if (seen.has(filterName))
      return { error: `${filterName} stands twice after ${variable.name}. Remove one.` };
    if (filterName === 'time' && seen.has('default')) return { error: 'Put default after time.' };
    seen.add(filterName);
    const error = filterName === 'time' ? addTime({ tag, args }) : addDefault({ tag, filterName, args });
    if (error !== null) return { error };
  }
  return tag;
}

function readFilters(text: string): { filters: Filter[] } | { error: string } {
  const filters: Filter[] = [];
  for (let at = 0; at < text.length; at = filter.lastIndex) {
    filter.lastIndex = at;
    const [whole, name = '', args = ''] = filter.exec(text) ?? [];
    if (whole === undefined)
      return {
        error: `“${text.slice(at).trim()}” is not a filter. Write it as | default: "none" or | time: "Europe/Paris", "HH:mm".`,
      };
    filters.push({
      name,
      args: [...args.matchAll(argument)].map(([, double, single, number]) =>
        number === undefined ? (double ?? single ?? '') : Number(number),
      ),
    });
  }
  return { filters };
}

function addTime({ tag, args }: { tag: TemplateTag; args: Argument[] }): string | null {
  const [timeZone, format = defaultTimeFormat] = args;
  const { name, kind } = tag.variable;
  if (kind !== 'time') return `${name} is not a time. Remove the filter time.`;
  if (typeof timeZone !== 'string' || typeof format !== 'string' || args.length > 2)
    return 'The filter time takes a zone and a format in quotes, such as time: "Europe/Paris", "yyyy-MM-dd HH:mm".';
  if (!isTimeZone(timeZone)) return timeZoneError(timeZone);
  tag.time = { timeZone, format };
  return timeFormatError(format);
}

function addDefault({
  tag,
  filterName,
  args,
}: {
  tag: TemplateTag;
  filterName: string;
  args: Argument[];
}): string | null {
  if (filterName !== 'default')
    return `There is no filter ${filterName || 'without a name'}. Use time or default.`;
  const [fallback, ...others] = args;
  if (fallback === undefined || others.length > 0)
    return 'The filter default takes one text in quotes or one number, such as default: "none".';
  tag.fallback = fallback;
  return null;
}

function unknownText(name: string): string {
  if (name === '') return 'There is no variable between the braces. Enter one, such as {{job.name}}.';
  const group = groups.find((one) => name.startsWith(one));
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  if (group === undefined)
    return `There is no variable ${shown}. Variables begin with ${groups.slice(0, -1).join(', ')} or ${groups.at(-1) ?? ''}`;
  const names = templateVariables.flatMap((one) => (one.name.startsWith(group) ? [one.name] : []));
  return `There is no variable ${shown}. Choose one of ${names.join(', ')}.`;
}
