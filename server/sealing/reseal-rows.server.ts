import { getPool } from '#server/database/db.server.ts';
import { env } from '#server/env.server.ts';
import { log } from '#server/log.server.ts';
import { seal, unseal } from './seal.server.ts';
import type { SealedTable } from './sealed-tables.ts';

/** Result for one part of a table. */
export interface ResealedRows {
  read: number;
  changed: number;
  /** Values that cannot be decrypted: changed, or sealed with a missing key. */
  failed: number;
  /** The key of the last row read; null at the end of the table. */
  last: string[] | null;
}

type Row = { ownerId: number } & Record<string, unknown>;

interface NewValue {
  key: string[];
  before: string;
  after: string;
}

/** Re-encrypts rows after a key, in its order, with the first data key. A value written concurrently is left alone. */
export async function resealRows({
  table,
  after,
  limit,
}: {
  table: SealedTable;
  after: string[] | null;
  limit: number;
}): Promise<ResealedRows> {
  const rows = await readRows({ table, after, limit });
  let [changed, failed] = [0, 0];
  for (const [column, field] of Object.entries(table.columns)) {
    const values: NewValue[] = [];
    for (const row of rows) {
      const before = row[column];
      if (typeof before !== 'string') continue;
      const key = keyOf({ table, row });
      const value = sealAgain({ before, userId: row.ownerId, field, key });
      if (value === null) failed += 1;
      else values.push({ key, before, after: value });
    }
    await writeValues({ table, column, values });
    changed += values.length;
  }
  const last = rows.at(-1);
  return { read: rows.length, changed, failed, last: last ? keyOf({ table, row: last }) : null };
}

/** Each row's key and its columns sealed with another data key; the others are null. */
async function readRows({
  table: { table, key, owner, columns },
  after,
  limit,
}: {
  table: SealedTable;
  after: string[] | null;
  limit: number;
}): Promise<Row[]> {
  const prefix = `v1.${env().DATA_KEYS[0]?.id ?? ''}.`;
  const names = key.map(({ column }) => `t."${column}"`).join(', ');
  const from = key.map(({ type }, index) => `$${index + 3}::${type}`).join(', ');
  const old = Object.keys(columns).map(
    (column) => `case when left(t."${column}", length($1)) <> $1 then t."${column}" end as "${column}"`,
  );
  const { rows } = await getPool().query<Row>(
    `select ${names}, ${owner} as "ownerId", ${old.join(', ')} from "${table}" t
     ${after ? `where (${names}) > (${from})` : ''} order by ${names} limit $2`,
    [prefix, limit, ...(after ?? [])],
  );
  return rows;
}

const keyOf = ({ table, row }: { table: SealedTable; row: Row }) =>
  table.key.map(({ column }) => String(row[column]));

function sealAgain({
  before,
  userId,
  field,
  key,
}: {
  before: string;
  userId: number;
  field: string;
  key: string[];
}): string | null {
  try {
    return seal({ text: unseal({ sealed: before, userId, field }), userId, field });
  } catch {
    log().error({ field, row: key.join('/') }, 'a sealed value cannot be decrypted');
    return null;
  }
}

async function writeValues({
  table: { table, key },
  column,
  values,
}: {
  table: SealedTable;
  column: string;
  values: NewValue[];
}): Promise<void> {
  if (values.length === 0) return;
  const names = key.map((_, index) => `"k${index}"`);
  const arrays = key.map(({ type }, index) => `$${index + 3}::${type}[]`);
  const isSame = key.map(({ column: name }, index) => `t."${name}" = n."k${index}"`).join(' and ');
  await getPool().query(
    `update "${table}" t set "${column}" = n."after"
     from unnest($1::text[], $2::text[], ${arrays.join(', ')}) as n("before", "after", ${names.join(', ')})
     where ${isSame} and t."${column}" = n."before"`,
    [
      values.map(({ before }) => before),
      values.map(({ after }) => after),
      ...key.map((_, index) => values.map((value) => value.key[index])),
    ],
  );
}
