import { type EventDetails, longestShownValue } from '#domain/notifications/event-details.ts';
import { columns, int, int8, text } from '#server/database/columns.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { textStart } from '#server/notifications/cut-text.server.ts';
import type { WatchedResponse } from '#server/outbound/response/watched-value.server.ts';
import { seal } from '#server/sealing/seal.server.ts';
import { decryptWatched, watchedField, type WatchedText } from './read-watched.server.ts';

/** A success with the watched part of its response. */
export interface WatchedRun {
  executionId: number;
  jobId: number;
  /** UTC milliseconds */
  endedAt: number;
  watched: WatchedResponse;
}

interface StoredValue {
  jobId: number;
  ownerId: number;
  /** Null before the first success. */
  watch: string | null;
  value: string | null;
  problem: string | null;
}

// The transaction holds the state of these jobs locked: no other success of theirs is compared meanwhile.
const storedStatement: Statement = {
  name: 'watches-stored',
  text: `
    select j."id" as "jobId", j."ownerId", w."watch", w."value", w."problem"
    from "Job" j left join "WatchedValue" w on w."jobId" = j."id"
    where j."id" = any($1::int[])`,
};

interface NewValue {
  jobId: number;
  watch: string;
  value: string | null;
  problem: string | null;
  changedAt: number;
}

const rowsOf = columns<NewValue>({
  jobId: int(({ jobId }) => jobId),
  watch: text(({ watch }) => watch),
  value: text(({ value }) => value),
  problem: text(({ problem }) => problem),
  changedAt: int8(({ changedAt }) => changedAt),
});

const writeStatement: Statement = {
  name: 'watches-write',
  text: `
    insert into "WatchedValue" as w ("jobId", "watch", "value", "problem", "changedAt")
    select t."jobId", t."watch", t."value", t."problem", to_timestamp(t."changedAt" / 1000.0)
    from ${rowsOf.unnest} as t(${rowsOf.names})
    on conflict ("jobId") do update set
      "watch" = excluded."watch", "value" = excluded."value", "problem" = excluded."problem",
      "changedAt" = excluded."changedAt"`,
};

/** The last success of a job, as the comparisons of a batch go on. */
interface Known {
  ownerId: number;
  watch: string | null;
  value: WatchedText | null;
  problem: string | null;
  changedAt: number;
  isChanged: boolean;
}

/**
 * Compares watched parts with those of the last success, and keeps the new ones. The first success, and the first after
 * another part is watched, are only kept; one without a value keeps the last value for the next comparison.
 * @param runs of jobs that the transaction holds locked; without any, no statement is made
 * @returns the changes, with both values cut to 500 characters
 */
export async function compareWatched({
  client,
  runs,
}: {
  client: Client;
  runs: WatchedRun[];
}): Promise<{ executionId: number; details: EventDetails }[]> {
  if (runs.length === 0) return [];
  const known = await readKnown({ client, jobIds: runs.map(({ jobId }) => jobId) });
  const changes = [...runs]
    .sort((one, other) => one.endedAt - other.endedAt)
    .flatMap((run) => {
      const last = known.get(run.jobId);
      const details = last ? compare({ run, last }) : null;
      return details ? [{ executionId: run.executionId, details }] : [];
    });
  const values = [...known].filter(([, { isChanged }]) => isChanged).map(toNewValue);
  if (values.length > 0) await query({ client, statement: writeStatement, values: rowsOf.values(values) });
  return changes;
}

async function readKnown({
  client,
  jobIds,
}: {
  client: Client;
  jobIds: number[];
}): Promise<Map<number, Known>> {
  const values = [[...new Set(jobIds)]];
  const rows = await query<StoredValue>({ client, statement: storedStatement, values });
  return new Map(
    rows.map(({ jobId, ownerId, watch, value, problem }) => [
      jobId,
      {
        ...{ ownerId, watch, problem, changedAt: 0, isChanged: false },
        value: value === null ? null : decryptWatched({ ownerId, value }),
      },
    ]),
  );
}

/** Compares one success and advances `last` to it; null if nothing is to be notified. */
function compare({ run: { watched, endedAt }, last }: { run: WatchedRun; last: Known }): EventDetails | null {
  const { watch, value, problem } = watched;
  const isSameWatch = last.watch === watch;
  const before = isSameWatch ? last.value : null;
  const isSameValue = value === null || before?.sha256 === value.sha256;
  if (isSameWatch && isSameValue && last.problem === problem) return null;
  Object.assign(last, { watch, problem, value: value ?? before, changedAt: endedAt, isChanged: true });
  if (value === null || before === null || isSameValue) return null;
  const cut = (text: string) => textStart({ text, most: longestShownValue });
  return { kind: 'answer_changed', watch, before: cut(before.text), after: cut(value.text) };
}

function toNewValue([jobId, { ownerId, watch, value, problem, changedAt }]: [number, Known]): NewValue {
  return {
    jobId,
    watch: watch ?? '',
    value: value && seal({ text: JSON.stringify(value), userId: ownerId, field: watchedField }),
    problem,
    changedAt,
  };
}
