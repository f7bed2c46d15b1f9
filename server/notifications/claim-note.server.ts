import { inTransaction } from '#server/database/transaction.server.ts';
import { openDestination } from '#server/notifications/channels/channel.server.ts';
import { takeDomainTurn } from './domain-turn.server.ts';
import { gatherNotes, holdNotes, type NoteState, readState, waitUntil } from './note-state.server.ts';
import { takeTurn } from './take-turn.server.ts';
import type { Delivery } from './types.ts';

/** Longer than a delivery lasts: whoever died with it has it handed out again then. */
export const holdMs = 45_000;

/** A note that may be sent now, and those that go with it. */
export interface ClaimedNotes {
  kind: 'claimed';
  ids: number[];
  isDigest: boolean;
}

/**
 * Takes a note for delivery: whoever else asks for it meanwhile is told to come again. Its destination gets ten
 * messages a minute, its domain thirty of one account; what comes faster waits for the end of that minute and then goes as one digest.
 */
export async function claimNote({
  notificationId,
  now,
}: {
  notificationId: number;
  now: number;
}): Promise<ClaimedNotes | Delivery> {
  return inTransaction(async (client) => {
    const seen = await readState({ client, notificationId });
    if (!seen) return { kind: 'gave_up' };
    if (seen.state !== 'owed') return { kind: seen.state };
    // Before the note's own row: whoever gathers a digest holds the channel and takes the rows of others.
    const turn = await takeTurn({
      client,
      key: seen.channelKey,
      isSlack: seen.channel === 'slack',
      now,
      takeWider: () => takeDomainTurn({ client, ...seen, destination: destinationOf(seen), now }),
      isDue: async () => {
        const note = await readState({ client, notificationId });
        return note?.state === 'owed' && note.nextAt.getTime() <= now;
      },
    });
    if (turn.kind === 'not_due') {
      const note = await readState({ client, notificationId });
      if (note?.state !== 'owed') return { kind: note?.state ?? 'gave_up' };
      return { kind: 'again', at: note.nextAt.getTime() };
    }
    if (turn.kind === 'wait') {
      await waitUntil({ client, notificationId, until: turn.until });
      return { kind: 'again', at: turn.until };
    }
    const ids = turn.isDigest
      ? await gatherNotes({ client, notificationId, now, ...seen })
      : [notificationId];
    await holdNotes({ client, ids, until: now + holdMs });
    return { kind: 'claimed', ids, isDigest: ids.length > 1 };
  });
}

/** What does not open is not sent either: the send says so. */
function destinationOf(note: NoteState): string | null {
  try {
    return openDestination(note);
  } catch {
    return null;
  }
}
