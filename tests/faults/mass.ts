import { printNote } from './checks.ts';
import { makeJobs, type SuiteJob } from './jobs.ts';
import { sizes } from './sizes.ts';

let mass: Promise<SuiteJob[]> | undefined;

/** A thousand minutely jobs, every second one with a retry; created on first use. */
export function theMass({ echoUrl }: { echoUrl: string }): Promise<SuiteJob[]> {
  mass ??= makeMass(echoUrl);
  return mass;
}

async function makeMass(echoUrl: string): Promise<SuiteJob[]> {
  const startedAt = Date.now();
  const jobs = await makeJobs({
    count: sizes.held,
    fields: (index) => ({ webhookURL: `${echoUrl}/fault/mass`, retryCount: index % 2 }),
  });
  printNote(`${jobs.length} jobs were saved in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  return jobs;
}
