import { db } from '#server/database/db.server.ts';

const mostNamed = 20;

/** Jobs and defaults whose rules name a channel. */
export interface ChannelUsage {
  /** Number of jobs with a rule of their own for it. */
  jobs: number;
  /** The first of them by name, 20 at most. */
  named: { id: number; name: string }[];
  /** Tags whose jobs notify it by default. */
  tags: string[];
  /** True if all jobs of the account notify it by default. */
  isAccountDefault: boolean;
}

/** The jobs and defaults that use a channel of an account. */
export async function channelUsage({
  ownerId,
  channelId,
}: {
  ownerId: number;
  channelId: number;
}): Promise<ChannelUsage> {
  const where = { ownerId, deletedAt: null, rules: { some: { channelId } } };
  const [jobs, named, defaults] = await Promise.all([
    db().job.count({ where }),
    db().job.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' }, take: mostNamed }),
    db().notificationRule.findMany({
      where: { userId: ownerId, channelId, jobId: null },
      select: { tag: true },
      orderBy: { tag: 'asc' },
    }),
  ]);
  return {
    jobs,
    named,
    tags: defaults.flatMap(({ tag }) => (tag === null ? [] : [tag])),
    isAccountDefault: defaults.some(({ tag }) => tag === null),
  };
}
