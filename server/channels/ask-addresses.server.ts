import { setTimeout } from 'node:timers/promises';
import type { ChannelConfig } from '#domain/notifications/channel-kinds.ts';
import { AppError } from '#domain/errors.ts';
import { errorFields } from '#server/error-text.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { log } from '#server/log.server.ts';
import { askConfirmation } from '#server/mail/ask-confirmation.server.ts';
import { readRecipients } from '#server/mail/read-recipient.server.ts';

/** A page that shows the channel then says that they were asked. */
const longestWaitMs = 2_000;

/**
 * Asks the new addresses of a saved email channel for their consent, and waits 2 s for the mail server. Never throws:
 * the page of the channel shows the state of each, and can ask again.
 */
export async function askAddresses({
  owner,
  config,
}: {
  owner: Owner;
  config: ChannelConfig;
}): Promise<void> {
  if (config.kind !== 'email') return;
  const recipients = await readRecipients({ ownerId: owner.id, addresses: config.addresses });
  const asked = recipients.filter(({ state }) => state === 'unconfirmed').map(({ address }) => address);
  await Promise.race([askEach({ owner, asked }), setTimeout(longestWaitMs, null, { ref: false })]);
}

async function askEach({ owner, asked }: { owner: Owner; asked: string[] }): Promise<void> {
  for (const address of asked) {
    try {
      await askConfirmation({ owner, address, what: 'channel' });
    } catch (error) {
      if (!(error instanceof AppError))
        log().error({ ownerId: owner.id, ...errorFields(error) }, 'An address of a channel was not asked.');
    }
  }
}
