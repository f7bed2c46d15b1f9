import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { freePort } from '#dev/ports.ts';
import { startCluster } from '#dev/postgres/cluster.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { temporalForTests } from './temporal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    temporalAddress: string;
    workflowBundle: string;
  }
}

/** One throwaway PostgreSQL a run, with a migrated template each test file clones, and one Temporal server. */
export default async function setUp(project: TestProject) {
  const starting = temporalForTests();
  const cluster = await startCluster({
    clone: process.cwd(),
    name: `test-${process.pid}`,
    port: await freePort(),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  await cluster.createDatabase('template');
  await applyMigrations({ databaseUrl: cluster.urlOf('template') });
  project.provide('postgresUrl', cluster.urlOf('postgres'));
  const temporal = await starting;
  project.provide('temporalAddress', temporal.address);
  project.provide('workflowBundle', temporal.bundle);
  return async () => {
    await Promise.all([cluster.stop(), temporal.stop()]);
    await rm(cluster.dataFolder, { recursive: true, force: true });
  };
}
