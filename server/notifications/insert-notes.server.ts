import type { NoteRule } from '#domain/notification.ts';
import { type Client, query, type Statement } from '#server/database/transaction.server.ts';
import { type NoteChannel, sealDestination } from '#server/notifications/channels/channel.server.ts';
import { storedRule } from './stored-rule.ts';
import type { EndedFact } from './types.ts';

export interface NewNote {
  fact: EndedFact;
  rule: NoteRule;
  ownerId: number;
  open: NoteChannel;
}

// An execution owes a rule once: one that was recorded twice owes nothing anew. Whoever delivers is woken on commit.
const insertStatement: Statement = {
  name: 'notes-insert',
  text: `
    with owed as (
      insert into "Notification" ("jobId", "executionId", "rule", "channel", "channelKey", "config", "streak",
        "streakStartedAt", "owedAt", "nextAt")
      select t."jobId", t."executionId", t."rule", t."channel", t."channelKey", t."config", t."streak",
        to_timestamp(t."streakStartedAt" / 1000.0), to_timestamp(t."now" / 1000.0), to_timestamp(t."now" / 1000.0)
      from unnest($1::int[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int8[],
        $9::int8[])
        as t("jobId", "executionId", "rule", "channel", "channelKey", "config", "streak", "streakStartedAt", "now")
      on conflict ("executionId", "rule") do nothing
      returning "id"
    )
    select pg_notify('note_owed', "id"::text) from owed`,
};

/** Writes notes as owed, each with its destination as it stands now. */
export async function insertNotes({
  client,
  notes,
}: {
  client: Pick<Client, 'query'>;
  notes: NewNote[];
}): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map(({ fact, rule, ownerId, open }) => ({
    ...sealDestination({ ownerId, open }),
    fact,
    rule,
    streak: fact.outcome === 'success' ? fact.previousStreak : fact.streak,
  }));
  await query({
    client,
    statement: insertStatement,
    values: [
      rows.map(({ fact }) => fact.jobId),
      rows.map(({ fact }) => fact.executionId),
      rows.map(({ rule, channel }) => storedRule({ rule, channel })),
      rows.map(({ channel }) => channel),
      rows.map(({ channelKey }) => channelKey),
      rows.map(({ config }) => config),
      rows.map(({ streak }) => streak),
      rows.map(({ fact }) => fact.streakStartedAt),
      rows.map(({ fact }) => fact.now),
    ],
  });
}
