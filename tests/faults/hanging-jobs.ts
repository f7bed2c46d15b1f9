import { plans } from '#domain/plan.ts';
import { type JobFields, makeJobs, type SuiteJob } from './jobs.ts';
import { readCalls, type ScheduledCall } from './sink.ts';
import { sizes } from './sizes.ts';
import { sinkFile } from './stack.ts';

const domain = 'hanging.punctual-test.invalid';
const timeoutSeconds = 10;
/** Arrivals within half of their timeout are in flight at once, however late they were. */
const outMs = (timeoutSeconds * 1000) / 2;

/** Settings of the product, so its worker resolves the names of hanging targets. */
export const namesEnv = {
  NODE_OPTIONS: `--import ${new URL('names.mjs', import.meta.url).href}`,
  FAULTS_NAMES: domain,
};

/**
 * F11's crowd, of a few accounts: jobs with a target that accepts calls but never responds, and jobs with an
 * unresolvable name. Each has a host of its own, so only the limit of their account blocks them. They use names,
 * because the target's address is exempt from all limits.
 *
 * @returns the hanging ones
 */
export async function makeHangingJobs({
  echoUrl,
  cronExpression,
}: {
  echoUrl: string;
  cronExpression: string;
}): Promise<SuiteJob[]> {
  const fields: Omit<JobFields, 'webhookURL'> = {
    ...{ cronExpression, timeout: timeoutSeconds, notifyFrequency: 'never' },
  };
  const owners = sizes.silentOwners;
  await makeJobs({
    ...{ owners, count: sizes.deadNames },
    fields: (index) => ({ ...fields, webhookURL: `http://gone-${index}.punctual-test.invalid/` }),
  });
  const { port } = new URL(echoUrl);
  return makeJobs({
    ...{ owners, count: sizes.hanging },
    fields: (index) => ({ ...fields, webhookURL: `http://hang-${index}.${domain}:${port}/hang/${index}` }),
  });
}

/** Violations: each account has its maximum of hanging calls at once, and every call arrives in the end, once. */
export function hangingFaults({ jobs, at }: { jobs: SuiteJob[]; at: number }): string[] {
  const calls = readCalls(sinkFile).filter(({ scheduledFor }) => scheduledFor === at);
  return [...new Set(jobs.map(({ owner }) => owner.id))].flatMap((ownerId) => {
    const own = new Set(jobs.filter(({ owner }) => owner.id === ownerId).map(({ id }) => id));
    const came = calls.filter(({ jobId }) => own.has(jobId));
    const most = mostAtOnce(came);
    const allowed = Math.min(own.size, plans.ultimate.callsInFlight);
    return [
      ...(most === allowed ? [] : [`account ${ownerId} had ${most} calls out at once, not ${allowed}`]),
      ...(came.length === own.size ? [] : [`${came.length} calls came of ${own.size} jobs`]),
    ];
  });
}

function mostAtOnce(calls: ScheduledCall[]): number {
  const times = calls.map(({ at }) => at);
  return Math.max(0, ...times.map((end) => times.filter((at) => at <= end && at > end - outMs).length));
}
