import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startSchemaEngine } from './schema-engine.ts';

const migrationsFolder = new URL('./migrations/', import.meta.url);

/**
 * Applies every missing migration in order. Two at once are safe; a file that fails leaves its failed row and throws.
 * @returns the names of the applied migrations
 */
export async function applyMigrations({ databaseUrl }: { databaseUrl: string }): Promise<string[]> {
  const schema = await readFile(new URL('./schema.prisma', import.meta.url), 'utf8');
  const { engine, close } = await startSchemaEngine({ databaseUrl, schema });
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await readMigrations(),
      filters: { externalTables: [], externalEnums: [] },
    });
    return appliedMigrationNames;
  } finally {
    await close();
  }
}

async function readMigrations() {
  const entries = await readdir(migrationsFolder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(new URL(`${name}/migration.sql`, migrationsFolder), 'utf8'),
        },
      },
    })),
  );
  return {
    baseDir: fileURLToPath(migrationsFolder),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
