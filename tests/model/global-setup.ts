import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '#dev/ports.ts';
import { startCluster } from '#dev/postgres/cluster.ts';
import { applyMigrations } from '#prisma/apply-migrations.ts';
import { buildProcesses } from './engine-code.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the processes' programs. */
    processes: string;
  }
}

/** Starts one throwaway PostgreSQL per run, with a migrated template that each test file clones, and builds the programs of the processes. */
export default async function setUp(project: TestProject) {
  const processes = await mkdtemp(join(tmpdir(), 'punctual-model-'));
  // Before the database: code that cannot be built ends the run here.
  await buildProcesses({ folder: processes });
  const cluster = await startCluster({
    clone: process.cwd(),
    name: `model-${process.pid}`,
    port: await freePort(),
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  await cluster.createDatabase('template');
  await applyMigrations({ databaseUrl: cluster.urlOf('template') });
  project.provide('postgresUrl', cluster.urlOf('postgres'));
  project.provide('processes', processes);
  return async () => {
    await cluster.stop();
    await rm(processes, { recursive: true, force: true });
    await rm(cluster.dataFolder, { recursive: true, force: true });
  };
}
