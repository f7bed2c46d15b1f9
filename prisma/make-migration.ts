import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { startCluster } from '#dev/postgres/cluster.ts';
import { freePort } from '#dev/ports.ts';
import { startSchemaEngine } from './schema-engine.ts';

// Writes the next migration: the difference between last.prisma (the schema of the newest migration) and schema.prisma.
// `npm run db:migration -- add-tags` names it. Migrations of a release are never edited: docs/decisions/059.
const here = (path: string) => new URL(path, import.meta.url);
const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Name the migration: npm run db:migration -- add-tags');
  process.exit(1);
}

const schema = await readFile(here('./schema.prisma'), 'utf8');
const last = here('./migrations/last.prisma');
// The engine requires a database connection, although the diff of two files sends no query.
const cluster = await startCluster({
  clone: process.cwd(),
  name: `migration-${process.pid}`,
  port: await freePort(),
});
const { engine, close } = await startSchemaEngine({ databaseUrl: cluster.urlOf('postgres'), schema });
const asTarget = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
});
const { stdout } = await engine.diff({
  from: asTarget(await readFile(last, 'utf8')),
  to: asTarget(schema),
  script: true,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
});
await close();
await cluster.stop();
await rm(cluster.dataFolder, { recursive: true, force: true });

const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = here(`./migrations/${stamp}_${name.replaceAll('-', '_')}/`);
await mkdir(folder, { recursive: true });
await writeFile(new URL('migration.sql', folder), stdout ?? '');
await copyFile(here('./schema.prisma'), last);
process.stdout.write(`${folder.pathname}migration.sql\n`);
