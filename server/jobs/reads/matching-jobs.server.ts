import type { JobQuery, JobSort } from '#domain/job/job-query.ts';
import { getPool } from '#server/database/db.server.ts';
import { Prisma } from '#server/generated/client.ts';
import { fromNextRuns, movedRuns, withoutNextRun } from '#server/jobs/reads/next-run-order.server.ts';
import { conditionsOf, fromResults, idConditions } from './job-conditions.server.ts';

interface Asked {
  ownerId: number;
  query: JobQuery;
  skip: number;
  take: number;
}

/**
 * Ids of an owner's jobs that match a query, in its order, and their total number. Each order except the last run uses
 * an index; the filters use indexes alone (job-conditions).
 * @param skip and take: a window of the matches
 */
export async function matchingJobs({
  ownerId,
  query,
  skip = 0,
  take,
}: Omit<Asked, 'skip'> & { skip?: number }): Promise<{ ids: number[]; matching: number }> {
  const asked = { ownerId, query, skip, take };
  const list = () => (query.sort === 'next' ? idsByNextRun(asked) : idsByColumn(asked));
  // Without a match, the search would run to the end of an index.
  if (isNarrowed(query)) {
    const matching = await countMatching(asked);
    return { ids: matching > skip ? await list() : [], matching };
  }
  if (query.sort !== 'next') return listAndCount(asked);
  const [ids, matching] = await Promise.all([list(), countMatching(asked)]);
  return { ids, matching };
}

const isNarrowed = ({ search, tag, result }: JobQuery) => search !== '' || tag !== null || result !== 'all';

// Planned anew for the values of each: a search and a tag need other plans than a list of all.
async function rowsOf<Row extends object>({ text, values }: Prisma.Sql, name?: string): Promise<Row[]> {
  const { rows } = await getPool().query<Row>({ text, values, ...(name && { name }) });
  return rows;
}

async function idsOf(list: Prisma.Sql): Promise<number[]> {
  return (await rowsOf<{ id: number }>(list)).map(({ id }) => id);
}

async function countOf(from: Prisma.Sql): Promise<number> {
  const [counted] = await rowsOf<{ count: number }>(Prisma.sql`select count(*) as "count" ${from}`);
  return counted?.count ?? 0;
}

/** Jobs with something under Next Run in its order, then the others in the order in which they were made. */
async function idsByNextRun(asked: Asked): Promise<number[]> {
  const { ownerId, query, skip, take } = asked;
  const moved = await movedRuns({ ownerId });
  const way = wayOf(query);
  const listed = fromNextRuns({ ownerId, query, moved, first: skip + take });
  const ids = await idsOf(
    Prisma.sql`select n."id" ${listed} order by n."at" ${way}, n."id" ${way} limit ${take} offset ${skip}`,
  );
  if (ids.length === take) return ids;
  const before = skip === 0 ? ids.length : await countOf(fromNextRuns({ ownerId, query, moved }));
  const rest = await idsOf(Prisma.sql`
    select r."id" from (${withoutNextRun({ ownerId, query, moved })}) r("id")
    where true ${idConditions({ ownerId, query, id: Prisma.sql`r."id"` })}
    order by r."id" limit ${take - ids.length} offset ${Math.max(0, skip - before)}`);
  return [...ids, ...rest];
}

// Names ignore case. Email comes before webhook, in the reverse order of the database's enum.
const columns: Record<Exclude<JobSort, 'next' | 'last'>, Prisma.Sql> = {
  created: Prisma.sql`j."id"`,
  name: Prisma.sql`lower(j."name")`,
  type: Prisma.sql`j."type"`,
  status: Prisma.sql`j."status"`,
};

const idsByColumn = (asked: Asked) => idsOf(windowOf(asked));

const windowOf = ({ ownerId, query, skip, take }: Asked) => Prisma.sql`
  select j."id" ${fromJobs({ ownerId, query })} ${orderOf(query)} limit ${take} offset ${skip}`;

/** Window and count of a list that nothing narrows, at once: connections keep its few statements with their plans. */
async function listAndCount(asked: Asked): Promise<{ ids: number[]; matching: number }> {
  const { filter, sort, isDescending } = asked.query;
  const [found] = await rowsOf<{ ids: number[]; matching: number }>(
    Prisma.sql`
      select array(${windowOf(asked)}) as "ids", (select count(*) ${fromMatching(asked)}) as "matching"`,
    `jobs-${filter}-by-${sort}-${isDescending ? 'desc' : 'asc'}`,
  );
  return found ?? { ids: [], matching: 0 };
}

function orderOf(query: JobQuery): Prisma.Sql {
  const way = wayOf(query);
  switch (query.sort) {
    case 'last':
    case 'next':
      return Prisma.sql`order by s."lastRunAt" ${way} nulls last, j."id" ${way}`;
    case 'type': {
      const opposite = wayOf({ isDescending: !query.isDescending });
      return Prisma.sql`order by ${columns.type} ${opposite}, j."id" ${opposite}`;
    }
    default:
      return Prisma.sql`order by ${columns[query.sort]} ${way}, j."id" ${way}`;
  }
}

const countMatching = (asked: Asked) => countOf(fromMatching(asked));

function fromMatching({ ownerId, query }: Asked): Prisma.Sql {
  const isOfResult = query.result !== 'all' && query.filter === 'all' && !query.search && !query.tag;
  return isOfResult
    ? fromResults({ ownerId, query })
    : fromJobs({ ownerId, query: { ...query, sort: 'name' } });
}

/** States are joined only if needed: otherwise the index alone suffices. */
function fromJobs({ ownerId, query }: Pick<Asked, 'ownerId' | 'query'>): Prisma.Sql {
  const hasState = query.sort === 'last';
  return Prisma.sql`
    from "Job" j ${hasState ? Prisma.sql`join "JobState" s on s."jobId" = j."id"` : Prisma.empty}
    where j."ownerId" = ${ownerId} and j."deletedAt" is null
      ${hasState ? Prisma.sql`and s."ownerId" = ${ownerId}` : Prisma.empty} ${conditionsOf({ ownerId, query })}`;
}

const wayOf = ({ isDescending }: Pick<JobQuery, 'isDescending'>) =>
  isDescending ? Prisma.sql`desc` : Prisma.sql`asc`;
