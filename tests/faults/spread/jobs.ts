import { jobInput } from '#domain/job/job.ts';
import { db, type Tx } from '#server/database/db.server.ts';
import { insertJobs } from '#server/jobs/saving/insert-jobs.server.ts';
import { printNote } from '../checks.ts';
import { minuteMs, waitUntil, within } from '../clock.ts';
import { makeOwner, type SuiteJob, type SuiteOwner } from '../jobs.ts';
import { inWords, type Lateness } from '../lateness.ts';
import { eachMinuteAt, eachTenSecondsAt, nextFires } from './calendar.ts';
import { assessFires } from './fires.ts';

const owners = 8;
/** Jobs of one transaction, as an import saves them. */
const batch = 100;
/** The relay pushes 50 a second; a busy machine was seen to take eight times as long. */
const residentLimitMs = (jobs: number) => minuteMs + jobs * 160;
const calmLimitMs = 6 * minuteMs;
const calmMs = 1_000;

/** A job without retries that fires at any second. */
export interface SpreadJob extends SuiteJob {
  cron: string;
}

/** Saves minutely jobs, spread evenly over the minute, in few statements. */
export async function makeMinutelyJobs({ count, url }: { count: number; url: string }): Promise<SpreadJob[]> {
  return makeAll({ url, crons: Array.from({ length: count }, (_, index) => eachMinuteAt(index % 60)) });
}

/** Saves jobs that fire each ten seconds, spread evenly over them. */
export async function makeFrequentJobs({ count, url }: { count: number; url: string }): Promise<SpreadJob[]> {
  return makeAll({ url, crons: Array.from({ length: count }, (_, index) => eachTenSecondsAt(index % 10)) });
}

async function makeAll({ crons, url }: { crons: string[]; url: string }): Promise<SpreadJob[]> {
  const startedAt = Date.now();
  const share = Math.ceil(crons.length / owners);
  const lanes = Array.from({ length: Math.ceil(crons.length / share) }, (_, index) =>
    crons.slice(index * share, (index + 1) * share),
  );
  const made = await Promise.all(
    lanes.map(async (own) => makeOfOwner({ owner: await makeOwner(), crons: own, url })),
  );
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(0);
  printNote(`${crons.length} jobs were saved in ${seconds} s`);
  return made.flat();
}

/** Saves the jobs of an account, a hundred at a time. Without further fields they notify nobody. */
export async function makeOfOwner({
  owner,
  crons,
  url,
  fields = () => ({ notifyFrequency: 'never' }),
}: {
  owner: SuiteOwner;
  crons: string[];
  url: string;
  /** Of a job, by its position among those of the account. */
  fields?: (index: number) => object;
}): Promise<SpreadJob[]> {
  const jobs: SpreadJob[] = [];
  for (let from = 0; from < crons.length; from += batch) {
    const own = crons.slice(from, from + batch);
    const inputs = own.map((cronExpression, index) =>
      jobInput.parse({
        name: new URL(url).pathname,
        webhookURL: url,
        cronExpression,
        retryCount: 0,
        ...fields(from + index),
      }),
    );
    const ids = await db().$transaction(async (tx) => {
      const made = await insertJobs({ tx, owner, tier: owner.tier, inputs });
      await setNextRuns({ tx, ids: made, crons: own });
      return made;
    });
    jobs.push(...ids.map((id, index) => ({ id, owner, retryCount: 0, cron: own[index] ?? '' })));
  }
  return jobs;
}

/** The next run by the calendar of the workers; the save has computed it by that of cron. */
async function setNextRuns({ tx, ids, crons }: { tx: Tx; ids: number[]; crons: string[] }): Promise<void> {
  const after = Date.now();
  const next = crons.map((cron) => nextFires({ cron, timeZone: 'UTC', after, count: 1 })[0] ?? after);
  await tx.$executeRaw`
    update "JobState" s set "nextRunAt" = to_timestamp(t."at" / 1000.0)
    from unnest(${ids}::int[], ${next}::float8[]) as t("id", "at") where s."jobId" = t."id"`;
}

/** Waits until living workers hold all these jobs. @throws Error after a limit that grows with their number */
export async function untilResident(jobs: SpreadJob[]): Promise<void> {
  const took = await within({
    ms: residentLimitMs(jobs.length),
    isSo: async () => (await homeless(jobs)) === 0,
  });
  if (took === undefined) throw new Error(`${await homeless(jobs)} of ${jobs.length} jobs have no worker.`);
  printNote(`all ${jobs.length} jobs had a worker after ${(took / 1_000).toFixed(0)} s`);
}

/** Number of jobs that no living worker holds. */
export async function homeless(jobs: SpreadJob[]): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from unnest(${jobs.map(({ id }) => id)}::int[]) as j("id")
    where not exists (
      select from "Residency" r join "Worker" w on w."id" = r."workerId"
      where r."jobId" = j."id" and w."settledAt" is null and w."leaseUntil" > clock_timestamp()
    )`;
  return row?.count ?? 0;
}

/** Waits for a minute in which all of them are called within a second, and returns its lateness. @throws Error if none comes */
export async function untilCalm(jobs: SpreadJob[]): Promise<Lateness> {
  const end = Date.now() + calmLimitMs;
  for (;;) {
    const from = Date.now() + 1_000;
    await waitUntil(from + minuteMs + calmMs);
    const { lateness, uncalled } = await assessFires({ jobs, from, until: from + minuteMs });
    if (uncalled.length === 0 && lateness.p99 <= calmMs) return lateness;
    printNote(`not calm yet: ${inWords(lateness)}, ${uncalled.length} without a call`);
    if (Date.now() > end) throw new Error('No minute was calm.');
  }
}

/** Jobs of these that a worker holds, by the database. */
export async function jobsOf({
  workerId,
  jobs,
}: {
  workerId: string;
  jobs: SpreadJob[];
}): Promise<SpreadJob[]> {
  const rows = await db().residency.findMany({ where: { workerId }, select: { jobId: true } });
  const held = new Set(rows.map(({ jobId }) => jobId));
  return jobs.filter(({ id }) => held.has(id));
}
