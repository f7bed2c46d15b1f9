import { lockOwner } from '#server/jobs/access/lock-owner.server.ts';
import { savesOf } from '#server/jobs/access/owner-turns.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { askAddresses } from './ask-addresses.server.ts';
import { checkDraft } from './check-draft.server.ts';
import { sealChannel } from './decrypt-channel.server.ts';
import { quietColumn } from './quiet-column.server.ts';
import { recordChannelEvent, requireFreeName, requireKind, requireRoom } from './save-channel.server.ts';
import { templateColumn } from './channel-template.server.ts';
import type { ChannelDraft } from './types.ts';

/**
 * Creates a named channel (D50). Addresses of an email channel are asked for their consent.
 * @returns its id
 * @throws AppError validation_error by field; authorization_error: the plan has not the kind, no room, or no body of its own
 */
export async function createChannel({
  owner,
  draft,
}: {
  owner: Owner;
  draft: ChannelDraft;
}): Promise<{ id: number }> {
  const { id: userId } = owner;
  const { kind } = draft;
  requireKind({ tier: owner.tier, kind });
  const { name, config } = await checkDraft({ owner, draft, saved: null });
  const created = await savesOf(userId).$transaction(async (tx) => {
    // Two at once would both see room, or both find the name free.
    const { tier } = await lockOwner({ tx, ownerId: userId });
    requireKind({ tier, kind });
    const template = templateColumn({ tier, userId, kind, template: draft.template, saved: null });
    await requireRoom({ tx, tier, userId });
    await requireFreeName({ tx, userId, name, channelId: null });
    const { id } = await tx.channel.create({
      data: {
        ...{ userId, name, kind, config: sealChannel({ userId, config }) },
        ...quietColumn(draft),
        ...template,
      },
      select: { id: true },
    });
    await recordChannelEvent({ tx, owner, channelId: id, details: { act: 'created', name, kind } });
    return { id };
  });
  await askAddresses({ owner, config });
  return created;
}
