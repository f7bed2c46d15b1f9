import { importJobs } from '#server/transfer/import-jobs.server.ts';
import { planImport } from '#server/transfer/plan-import.server.ts';
import { say } from '../say.ts';

interface ImportTime {
  jobs: number;
  /** Time of the preview, which is repeated before the import writes anything. */
  previewMs: number;
  writeMs: number;
}

/**
 * Time to import a document into an account with many jobs: all its jobs are new, in one transaction.
 * @param jobs 1,000 at most
 */
export async function timeImport({ ownerId, jobs }: { ownerId: number; jobs: number }): Promise<ImportTime> {
  const owner = { id: ownerId, tier: 'ultimate' } as const;
  const text = JSON.stringify(
    Array.from({ length: jobs }, (_, index) => ({
      ...{ name: `Imported ${jobs} ${index}`, external_id: `bench-${jobs}-${index}`, cron: '0 5 1 1 *' },
      ...{ webhook_url: 'https://shop.example.com/hooks/nightly', http_method: 'POST' },
      ...{ headers: { authorization: 'Bearer of-a-usual-length-0123456789' }, payload: '{"hello":"world"}' },
    })),
  );
  const beganAt = performance.now();
  const plan = await planImport({ owner, text, format: 'json', timeZone: 'UTC' });
  if ('error' in plan) throw new Error(plan.error.message);
  const plannedAt = performance.now();
  const { created } = await importJobs({ owner, plan });
  if (created !== jobs) throw new Error(`${created} of ${jobs} jobs were imported`);
  const time = {
    jobs,
    previewMs: Math.round(plannedAt - beganAt),
    writeMs: Math.round(performance.now() - plannedAt),
  };
  say(`Import: ${JSON.stringify(time)}`);
  return time;
}
