import { assertLedger } from '../assert-ledger.ts';
import { useStack } from '../settings.ts';
import { sizes } from '../sizes.ts';
import { sinkFile } from '../stack.ts';
import { firesBetween } from './calendar.ts';
import { makeMinutelyJobs, type SpreadJob, untilCalm, untilResident } from './jobs.ts';

let residents: Promise<SpreadJob[]> | undefined;
let some: Promise<SpreadJob[]> | undefined;

/** Thousands of minutely jobs, held by workers and on time; created on first use. */
export function theResidents({ home, echoUrl }: { home: string; echoUrl: string }): Promise<SpreadJob[]> {
  residents ??= held({ home, url: `${echoUrl}/fault/residents`, count: sizes.residents }).then(
    async (jobs) => {
      await untilCalm(jobs);
      return jobs;
    },
  );
  return residents;
}

/** A few of them, for faults that do not depend on their number. */
export function someResidents({ home, echoUrl }: { home: string; echoUrl: string }): Promise<SpreadJob[]> {
  some ??= held({ home, url: `${echoUrl}/fault/some`, count: sizes.someResidents });
  return some;
}

async function held({
  home,
  url,
  count,
}: {
  home: string;
  url: string;
  count: number;
}): Promise<SpreadJob[]> {
  useStack({ home });
  const jobs = await makeMinutelyJobs({ count, url });
  await untilResident(jobs);
  return jobs;
}

/** A1 to A8 by the calendar of these workers. */
export function assertSpreadLedger(given: {
  after: string;
  databaseUrl: string;
  from: number;
  until: number;
}): Promise<void> {
  const calendar = (range: { cron: string; timeZone: string; after: number; until: number }) =>
    firesBetween({ ...range, limit: Infinity });
  return assertLedger({ ...given, sinkFile, calendar });
}
