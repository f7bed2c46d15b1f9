import { openPool } from '#server/db.server.ts';
import { listHouseJobs } from '#server/housekeeping/list-house-jobs.server.ts';
import { gauge } from './instruments.server.ts';

interface Backlog {
  jobs: number;
  oldestSeconds: number;
  owedNotes: number;
}

/** What the database knows and every worker tells alike: take the largest, not the sum. */
export function measureDatabase(): void {
  const backlog = (read: (found: Backlog) => number) => async () => {
    const found = await readBacklog();
    return [{ value: read(found) }];
  };
  gauge({
    name: 'punctual_relay_backlog',
    help: 'Jobs whose newest version, or whose deletion, Temporal does not know yet.',
    read: backlog(({ jobs }) => jobs),
  });
  gauge({
    name: 'punctual_relay_lag_seconds',
    help: 'How long the oldest of them has waited.',
    read: backlog(({ oldestSeconds }) => oldestSeconds),
  });
  gauge({
    name: 'punctual_notes_owed',
    help: 'Notifications that are neither delivered nor given up.',
    read: backlog(({ owedNotes }) => owedNotes),
  });
  gauge({
    name: 'punctual_housekeeping_age_seconds',
    help: 'Since each system job last began.',
    labelNames: ['name'],
    read: async () =>
      (await listHouseJobs()).flatMap(({ name, lastStartedAt }) =>
        lastStartedAt ? [{ labels: { name }, value: (Date.now() - Date.parse(lastStartedAt)) / 1000 }] : [],
      ),
  });
  gauge({
    name: 'punctual_housekeeping_unwell',
    help: '1 for a system job that is overdue or whose last run failed.',
    labelNames: ['name'],
    read: async () =>
      (await listHouseJobs()).map(({ name, isOverdue, fault }) => ({
        labels: { name },
        value: isOverdue || fault !== null ? 1 : 0,
      })),
  });
}

/** One question answers all that a scrape asks at once. */
let asked: { at: number; found: Promise<Backlog> } | undefined;

function readBacklog(): Promise<Backlog> {
  if (!asked || performance.now() - asked.at > 1_000) asked = { at: performance.now(), found: ask() };
  return asked.found;
}

async function ask(): Promise<Backlog> {
  const { rows } = await openPool().query<Backlog>(
    `select count(*)::int as "jobs",
       coalesce(extract(epoch from now() - min(coalesce(j."deletedAt", v."changedAt"))), 0)::float8 as "oldestSeconds",
       (select count(*)::int from "Notification" where "state" = 'owed') as "owedNotes"
     from "Job" j
     left join "JobVersion" v on v."jobId" = j."id" and v."version" = j."desiredVersion"
     where j."appliedVersion" < j."desiredVersion" or j."deletedAt" is not null`,
  );
  return rows[0] ?? { jobs: 0, oldestSeconds: 0, owedNotes: 0 };
}
