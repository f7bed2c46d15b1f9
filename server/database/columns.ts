/** One array parameter of a statement: its type, and its value in a row. */
export interface Column<Row> {
  type: string;
  read: (row: Row) => unknown;
  /** Writes a value as an element of an array literal. The driver would look at the type of each. */
  write: (value: never) => string;
}

type MakeColumn<Value> = <Row>(read: (row: Row) => Value | null) => Column<Row>;

const column =
  <Value>(type: string, write: (value: Value) => string): MakeColumn<Value> =>
  (read) => ({ type, read, write });

/** Words that need no quotes in an array literal. */
const plain = /^[\w.:/-]+$/;
const quote = (value: string) =>
  plain.test(value) && value.toUpperCase() !== 'NULL' ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

export const bool: MakeColumn<boolean> = column('bool', String);
/** "2026-11-21" */
export const date: MakeColumn<string> = column('date', quote);
export const float4: MakeColumn<number> = column('float4', String);
export const int: MakeColumn<number> = column('int', String);
/** Ids of executions, and instants in UTC milliseconds. */
export const int8: MakeColumn<number> = column('int8', String);
/** JSON as text. */
export const jsonb: MakeColumn<string> = column('jsonb', quote);
export const text: MakeColumn<string> = column('text', quote);
export const timestamptz: MakeColumn<Date> = column('timestamptz', (value) => `"${value.toISOString()}"`);

export interface ColumnSet<Row> {
  /** `unnest($1::int[], ...)`, for a `from` with an alias. */
  unnest: string;
  /** `"jobId", "at"`, in the order of `unnest`. */
  names: string;
  /** An array literal a column, in the same order: what follows the parameters before `from`. */
  values: (rows: readonly Row[]) => string[];
}

/**
 * The rows of a statement as parallel arrays. Casts, names and values come from one object, so they cannot be swapped.
 * @param from number of the first parameter
 */
export function columns<Row>(
  given: Record<string, Column<Row>>,
  { from = 1 }: { from?: number } = {},
): ColumnSet<Row> {
  const entries = Object.entries(given);
  return {
    unnest: `unnest(${entries.map(([, { type }], index) => `$${from + index}::${type}[]`).join(', ')})`,
    names: entries.map(([name]) => `"${name}"`).join(', '),
    values: (rows) => entries.map(([, one]) => toLiteral({ column: one, rows })),
  };
}

function toLiteral<Row>({ column: { read, write }, rows }: { column: Column<Row>; rows: readonly Row[] }) {
  let literal = '{';
  for (const row of rows) {
    const value: unknown = read(row);
    if (literal.length > 1) literal += ',';
    literal += value === null || value === undefined ? 'NULL' : write(value as never);
  }
  return `${literal}}`;
}
