import { getPool } from '#server/database/db.server.ts';
import { unseal } from '#server/sealing/seal.server.ts';
import { sealedTables } from '#server/sealing/sealed-tables.ts';

/** Every row of every table as text, like a dump of the database. */
export async function databaseText(): Promise<string> {
  const { rows: tables } = await getPool().query<{ name: string }>(
    `select quote_ident(tablename) as "name" from pg_tables where schemaname = 'public' order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await getPool().query<{ text: string }>(`select t::text as "text" from ${name} t`);
    parts.push(name, ...rows.map(({ text }) => text));
  }
  return parts.join('\n');
}

export interface SealedColumn {
  column: string;
  values: string[];
  /** Decrypted values. */
  texts: string[];
}

/** Sealed columns of an account. */
export async function sealedColumns({ ownerId }: { ownerId: number }): Promise<SealedColumn[]> {
  const found: SealedColumn[] = [];
  for (const { table, owner, columns } of sealedTables) {
    for (const [column, field] of Object.entries(columns)) {
      const { rows } = await getPool().query<{ value: string }>(
        `select t."${column}" as "value" from "${table}" t where t."${column}" is not null and ${owner} = $1`,
        [ownerId],
      );
      const values = rows.map(({ value }) => value);
      const texts = values.map((sealed) => unseal({ sealed, userId: ownerId, field }));
      found.push({ column: `${table}.${column}`, values, texts });
    }
  }
  return found;
}
