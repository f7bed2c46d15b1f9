import type { NoteRule } from '#domain/notification.ts';
import { db } from '#server/db.server.ts';
import { openDestination } from './channel.server.ts';
import type { Channel } from './types.ts';

/** A note as its job's page lists it. */
export interface ListedNote {
  id: number;
  executionId: number;
  rule: NoteRule;
  channel: Channel;
  /** Host of the URL, or the address: the rest of a URL may be a secret. */
  destination: string;
  state: 'owed' | 'sent' | 'gave_up';
  attempts: number;
  owedAt: Date;
  /** When it is tried next, while it is owed. */
  nextAt: Date;
  errorCode: string | null;
  statusCode: number | null;
}

/**
 * The last notes of a job, newest first.
 * @param ownerId its owner: destinations open for no other
 */
export async function listNotes({
  ownerId,
  jobId,
  executionId,
  limit,
}: {
  ownerId: number;
  jobId: number;
  /** Those of this execution alone. */
  executionId?: number;
  limit: number;
}): Promise<ListedNote[]> {
  const rows = await db().notification.findMany({
    where: {
      jobId,
      ...(executionId !== undefined && { executionId }),
      job: { ownerId, deletedAt: null },
    },
    orderBy: [{ owedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return rows.map(({ id, executionId, rule, channel, config, ...row }) => ({
    ...row,
    id: Number(id),
    executionId: Number(executionId),
    rule: rule as NoteRule,
    channel: channel as Channel,
    destination: hostOf(openDestination({ ownerId, config })),
  }));
}

/** What may be shown of a destination. */
export function hostOf(destination: string): string {
  return URL.canParse(destination) ? new URL(destination).host || destination : destination;
}
