import { randomUUID } from 'node:crypto';
import { jobInput } from '#domain/job/job.ts';
import { db } from '#server/database/db.server.ts';
import { createJob } from '#server/jobs/create-job.server.ts';
import { atOnce } from './at-once.ts';

/** Owners of the suite's jobs; the assertions cover these jobs only. */
export const mailDomain = 'faults.punctual.test';
const ownersOfAGroup = 8;
const savesAtOnce = 8;
const mostTries = 4;

export interface SuiteOwner {
  id: number;
  tier: 'ultimate';
}

export interface SuiteJob {
  id: number;
  owner: SuiteOwner;
  retryCount: number;
}

/** Form fields of a job; by default a name, UTC and a minutely schedule. */
export interface JobFields {
  webhookURL: string;
  cronExpression?: string;
  retryCount?: number;
  timeout?: number;
  [field: string]: unknown;
}

export async function makeOwner(): Promise<SuiteOwner> {
  const subject = randomUUID();
  // URL at the development provider: without its port the seed would take the database for somebody's own.
  const { issuer } = await db().user.findFirstOrThrow({ where: { email: 'ultimate@punctual.test' } });
  const email = `${subject}@${mailDomain}`;
  const { id } = await db().user.create({
    data: { issuer, subject, email, emailVerified: true, tier: 'ultimate' },
  });
  return { id, tier: 'ultimate' };
}

/** Saves a group of jobs as their owners would, several at once: saves of one owner wait for each other. */
export async function makeJobs({
  count,
  fields,
  owners = Math.min(ownersOfAGroup, count),
}: {
  count: number;
  fields: (index: number, owner: SuiteOwner) => JobFields;
  owners?: number;
}): Promise<SuiteJob[]> {
  const people = await Promise.all(Array.from({ length: owners }, makeOwner));
  const indexes = Array.from({ length: count }, (_, index) => index);
  return atOnce({
    limit: savesAtOnce,
    items: indexes,
    run: async (index) => {
      const owner = people[index % owners];
      if (!owner) throw new Error('A group has an owner.');
      return makeJob({ owner, fields: fields(index, owner) });
    },
  });
}

export async function makeJob({
  owner,
  fields,
}: {
  owner: SuiteOwner;
  fields: JobFields;
}): Promise<SuiteJob> {
  const { retryCount = 0 } = fields;
  const { pathname } = new URL(fields.webhookURL);
  const input = jobInput.parse({ name: pathname, cronExpression: '* * * * *', ...fields, retryCount });
  for (let tries = 1; ; tries += 1) {
    try {
      const { id } = await createJob({ owner, input });
      return { id, owner, retryCount };
    } catch (error) {
      // On a busy machine a save may time out: a person would send the form again.
      if (tries === mostTries) throw error;
    }
  }
}
