/** One array parameter of a statement: its type, and its value in a row. */
export interface Column<Row> {
  type: string;
  read: (row: Row) => unknown;
}

type MakeColumn<Value> = <Row>(read: (row: Row) => Value | null) => Column<Row>;

const column =
  (type: string) =>
  <Row>(read: (row: Row) => unknown): Column<Row> => ({ type, read });

export const bool: MakeColumn<boolean> = column('bool');
/** "2026-11-21" */
export const date: MakeColumn<string> = column('date');
export const float4: MakeColumn<number> = column('float4');
export const int: MakeColumn<number> = column('int');
/** Ids of executions, and instants in UTC milliseconds. */
export const int8: MakeColumn<number> = column('int8');
/** JSON as text. */
export const jsonb: MakeColumn<string> = column('jsonb');
export const text: MakeColumn<string> = column('text');
export const timestamptz: MakeColumn<Date> = column('timestamptz');

export interface ColumnSet<Row> {
  /** `unnest($1::int[], ...)`, for a `from` with an alias. */
  unnest: string;
  /** `"jobId", "at"`, in the order of `unnest`. */
  names: string;
  /** An array a column, in the same order: what follows the parameters before `from`. */
  values: (rows: readonly Row[]) => unknown[][];
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
    values: (rows) => entries.map(([, { read }]) => rows.map((row) => read(row))),
  };
}
