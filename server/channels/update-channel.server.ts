import { db } from '#server/database/db.server.ts';
import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { askAddresses } from './ask-addresses.server.ts';
import { checkDraft } from './check-draft.server.ts';
import { decryptChannel, sealChannel } from './decrypt-channel.server.ts';
import { lockChannelJobs } from './lock-channel-jobs.server.ts';
import { quietColumn } from './quiet-column.server.ts';
import { refuseAbsentChannel } from './refuse-absent-channel.server.ts';
import { recordChannelEvent, requireFreeName, requireKind } from './save-channel.server.ts';
import { readTemplateColumn, templateColumn } from './channel-template.server.ts';
import type { ChannelDraft } from './types.ts';

/** Health of a channel without failures. */
export const working = { finalFailures: 0, failingSince: null, disabledAt: null, disabledReason: null };

/**
 * Changes a channel: name, kind and settings. A disabled one is enabled by it, and waiting notifications go where it now
 * leads.
 * @throws AppError not_found: absent or another's; validation_error by field; authorization_error: the plan has not the
 *   kind, or no body of its own
 */
export async function updateChannel({
  owner,
  channelId,
  draft,
}: {
  owner: Owner;
  channelId: number;
  /** Fields that are omitted stay as they are. */
  draft: Partial<ChannelDraft> & Pick<ChannelDraft, 'settings'>;
}): Promise<void> {
  const { id: userId } = owner;
  const row = await db().channel.findFirst({ where: { id: channelId, userId, deletedAt: null } });
  if (!row) return refuseAbsentChannel({ owner, channelId });
  const saved = await decryptOrNull({
    open: () => decryptChannel(row),
    row: { channelId },
    message: 'A channel could not be decrypted.',
  });
  const savedTemplate = await readTemplateColumn(row);
  const { kind } = { ...row, ...draft };
  const { name, config } = await checkDraft({
    owner,
    draft: { name: row.name, ...draft, kind },
    saved,
  });
  const unchanged = { name: row.name, kind: row.kind, config: row.config, template: row.template };
  const quiet = quietColumn({ kind, quietHours: draft.quietHours });
  const isSaved = await savesOf(userId).$transaction(async (tx) => {
    const { tier } = await lockOwner({ tx, ownerId: userId });
    requireKind({ tier, kind });
    const template = templateColumn({ tier, userId, kind, template: draft.template, saved: savedTemplate });
    await requireFreeName({ tx, userId, name, channelId });
    await lockChannelJobs({ tx, channelId });
    const { count } = await tx.channel.updateMany({
      where: { id: channelId, userId, deletedAt: null, ...unchanged },
      data: { name, kind, config: sealChannel({ userId, config }), ...working, ...quiet, ...template },
    });
    if (count > 0)
      await recordChannelEvent({ tx, owner, channelId, details: { act: 'changed', name, kind } });
    return count > 0;
  });
  // Another change came between: the omitted fields keep what that one saved. An absent channel is refused there.
  if (!isSaved) return updateChannel({ owner, channelId, draft });
  await askAddresses({ owner, config });
}
