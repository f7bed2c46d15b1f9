import { createApiKey } from '#server/api-keys/create-api-key.server.ts';
import { db } from '#server/database/db.server.ts';
import { say } from '../say.ts';
import { run } from '../web/run-statement.ts';
import { writeDays, writeJobs } from '../web/seed.ts';

/** An account with an API key, and one of its jobs. */
export interface BenchCaller {
  key: string;
  jobId: number;
}

/**
 * Creates accounts of the most expensive plan, each with a key and the same number of jobs with thirty days
 * of history.
 */
export async function seedCallers({
  keys,
  jobs,
  databaseUrl,
}: {
  keys: number;
  jobs: number;
  databaseUrl: string;
}): Promise<BenchCaller[]> {
  return run(databaseUrl, async (sql) => {
    say(`Writing ${keys} accounts of ${jobs} jobs …`);
    const callers: BenchCaller[] = [];
    for (let number = 0; number < keys; number += 1) {
      const { id: ownerId } = await db().user.create({
        data: {
          ...{ issuer: 'bench', subject: `caller ${number}`, email: `caller-${number}@example.com` },
          ...{ emailVerified: true, tier: 'ultimate' },
        },
      });
      await writeJobs({ sql, ownerId, jobs: jobs - 1 });
      const { plain } = await createApiKey({ tx: db(), userId: ownerId, name: 'bench', scope: 'read' });
      const { id: jobId } = await db().job.findFirstOrThrow({ where: { ownerId }, orderBy: { id: 'desc' } });
      callers.push({ key: plain, jobId });
    }
    await writeDays({ sql, jobId: 0 });
    say('Vacuum, as autovacuum leaves the tables …');
    await sql('vacuum (analyze)');
    return callers;
  });
}
