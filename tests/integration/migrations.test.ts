import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startSchemaEngine } from '#prisma/schema-engine.ts';

const urlOf = (database: string) => inject('postgresUrl').replace(/\/postgres$/, `/${database}`);

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The statements by which Prisma would make the schema in an empty database. */
async function statementsOf(schema: string): Promise<string> {
  const { engine, close } = await startSchemaEngine({ databaseUrl: urlOf('postgres'), schema });
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  await close();
  return stdout ?? '';
}

/** Tables, columns, enums, keys and whole indexes, each as a line. */
async function objectsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ object: string }>(`
    with own as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'
    )
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as "object"
    from own c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    union all
    select t.typname || ': ' || string_agg(e.enumlabel, ', ' order by e.enumsortorder)
    from pg_enum e join pg_type t on t.oid = e.enumtypid group by t.typname
    union all
    select c.relname || '.' || n.conname || ' ' || regexp_replace(pg_get_constraintdef(n.oid), ' INCLUDE .*$', '')
    from own c join pg_constraint n on n.conrelid = c.oid where n.contype in ('p', 'f', 'u', 'x')
    union all
    select pg_get_indexdef(i.indexrelid)
    from own c join pg_index i on i.indrelid = c.oid where not i.indisprimary and i.indpred is null
    order by 1`);
  return rows.map(({ object }) => object);
}

/** Columns that only the database writes. */
const writtenByDatabase = [
  'Job.tagText text default tags_as_text(tags)',
  'JobState.ownerId integer not null',
];

test('the migrations create the tables, columns, enums, keys and whole indexes of the schema, and no others', async () => {
  const statements = await statementsOf(await readFile('prisma/schema.prisma', 'utf8'));
  const name = `schema_${randomBytes(6).toString('hex')}`;
  await withClient(urlOf('postgres'), (admin) => admin.query(`create database ${name}`));
  const described = await withClient(urlOf(name), async (client) => {
    await client.query(statements);
    return objectsOf(client);
  });
  await withClient(urlOf('postgres'), (admin) => admin.query(`drop database ${name} with (force)`));
  const migrated = await withClient(process.env.DATABASE_URL ?? '', objectsOf);
  expect(described.length).toBeGreaterThan(500);
  expect(migrated.filter((object) => !writtenByDatabase.includes(object))).toEqual(described);
  expect(migrated).toEqual(expect.arrayContaining(writtenByDatabase));
});
