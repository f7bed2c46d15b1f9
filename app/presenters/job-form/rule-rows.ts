import { mostJobRules, usualEvents } from '#domain/notifications/rules.ts';

/** Controls of one further channel. An empty channel is no rule. */
export interface RuleRow {
  channel: string;
  events: readonly string[];
  after: string;
}

const blank: RuleRow = { channel: '', events: usualEvents, after: '1' };

/** Names of the controls of a row. */
export const ruleControls = (row: number) => ({
  channel: `rule${row}Channel`,
  events: `rule${row}Events`,
  after: `rule${row}After`,
});

const rows = Array.from({ length: mostJobRules }, (_, row) => row);

/** Names of the controls of all rows. */
export const allRuleControls: readonly string[] = rows.flatMap((row) => Object.values(ruleControls(row)));

/** The field notifyRules in its rows, as many as a job can have. */
export function toRuleRows(json: string): RuleRow[] {
  const given = parse(json);
  return rows.map((row) => readRow(given[row]));
}

/** The rows as the field: JSON with null for an empty row between others; empty without any. */
export function rulesOfRows(form: FormData): string {
  const rules = rows.map((row) => {
    const { channel, events, after } = ruleControls(row);
    const name = textIn(form, channel).trim();
    if (name === '') return null;
    return { channel: name, events: form.getAll(events).map(String), after: Number(textIn(form, after)) };
  });
  const last = rules.findLastIndex((rule) => rule !== null);
  return last < 0 ? '' : JSON.stringify(rules.slice(0, last + 1));
}

function readRow(given: unknown): RuleRow {
  if (typeof given !== 'object' || given === null) return blank;
  const { channel, events, after } = given as Record<string, unknown>;
  return {
    channel: typeof channel === 'string' ? channel : '',
    events: Array.isArray(events) ? events.map(String) : usualEvents,
    after: typeof after === 'number' ? String(after) : '1',
  };
}

function parse(json: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(json || '[]');
    return Array.isArray(parsed) ? (parsed as unknown[]) : [];
  } catch {
    return [];
  }
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
