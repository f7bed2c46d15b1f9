import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { freePort } from '#dev/ports.ts';
import { startCluster } from '#dev/postgres/cluster.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';

/** One throwaway PostgreSQL a run, with a migrated template each test file clones. */
export default async function setUp(project: TestProject) {
  const cluster = await startCluster({
    clone: process.cwd(),
    name: `model-${process.pid}`,
    port: await freePort(),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  await cluster.createDatabase('template');
  await applyMigrations({ databaseUrl: cluster.urlOf('template') });
  project.provide('postgresUrl', cluster.urlOf('postgres'));
  return async () => {
    await cluster.stop();
    await rm(cluster.dataFolder, { recursive: true, force: true });
  };
}
