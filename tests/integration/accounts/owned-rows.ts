import { db } from '#server/database/db.server.ts';

// Finds the rows of an account from the schema itself, so a table added later is included.

interface Reference {
  table: string;
  columns: string[];
  parent: string;
  parentColumns: string[];
}

/** Columns that name an account, or a row of one, without a foreign key. */
const unreferenced: Record<string, string> = {
  ownerId: '',
  userId: '',
  actorId: '',
  jobId: 'Job',
  executionId: 'Execution',
  sessionId: 'Session',
  channelId: 'Channel',
  subscriptionId: 'EventSubscription',
};

const listTables = async () =>
  (
    await db().$queryRaw<{ table: string }[]>`
      select table_name as "table" from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> '_prisma_migrations'`
  ).map(({ table }) => table);

const listReferences = () => db().$queryRaw<Reference[]>`
  select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as "parent",
    array(select a.attname::text from unnest(c.conkey) with ordinality k(n, i)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.i) as "columns",
    array(select a.attname::text from unnest(c.confkey) with ordinality k(n, i)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.i) as "parentColumns"
  from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`;

const listColumns = () => db().$queryRaw<{ table: string; column: string }[]>`
  select table_name as "table", column_name as "column" from information_schema.columns
  where table_schema = current_schema()`;

const bare = (name: string) => name.replaceAll('"', '');
const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Conditions that select the rows of one account, by table; null for a table that no column ties to an account. */
export async function ownedConditions(userId: number): Promise<Map<string, string | null>> {
  const [tables, references, columns] = [await listTables(), await listReferences(), await listColumns()];
  const known = new Map<string, string | null>([['User', `"id" = ${userId}`]]);
  const conditionOf = (table: string): string | null => {
    const found = known.get(table);
    if (found !== undefined) return found;
    // A circular reference adds no rows.
    known.set(table, null);
    const ways = references
      .filter((one) => bare(one.table) === table)
      .flatMap(({ columns: from, parent, parentColumns }) => {
        const where = conditionOf(bare(parent));
        const rows = `select ${quoted(parentColumns)} from "${bare(parent)}" where ${where ?? ''}`;
        return where === null ? [] : [`(${quoted(from)}) in (${rows})`];
      });
    for (const { column } of columns.filter((one) => one.table === table)) {
      const parent = unreferenced[column];
      const where = parent && parent !== table ? conditionOf(parent) : null;
      if (parent === '') ways.push(`"${column}" = ${userId}`);
      else if (where !== null)
        ways.push(`"${column}" in (select "id" from "${parent ?? ''}" where ${where})`);
    }
    const condition = ways.length === 0 ? null : `(${ways.join(' or ')})`;
    known.set(table, condition);
    return condition;
  };
  return new Map(tables.map((table) => [table, conditionOf(table)]));
}

/** Primary keys of the rows of an account, by table; null for a table whose rows belong to no account. */
export async function ownedRows(userId: number): Promise<Map<string, string[] | null>> {
  const found = new Map<string, string[] | null>();
  for (const [table, condition] of await ownedConditions(userId)) {
    if (condition === null) found.set(table, null);
    else found.set(table, await keysOf({ table, condition }));
  }
  return found;
}

/** Tables that still contain one of these rows. */
export async function tablesWithRows(rows: Map<string, string[] | null>): Promise<string[]> {
  const left: string[] = [];
  for (const [table, keys] of rows) {
    const now = new Set(await keysOf({ table, condition: 'true' }));
    if (keys?.some((key) => now.has(key))) left.push(table);
  }
  return left;
}

async function keysOf({ table, condition }: { table: string; condition: string }): Promise<string[]> {
  const columns = await db().$queryRaw<{ name: string }[]>`
    select a.attname::text as "name" from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indisprimary and i.indrelid = ${`"${table}"`}::regclass order by a.attnum`;
  const key = `row(${quoted(columns.map(({ name }) => name))})::text`;
  const rows = await db().$queryRawUnsafe<{ key: string }[]>(
    `select ${key} as "key" from "${table}" where ${condition}`,
  );
  return rows.map((row) => row.key);
}
