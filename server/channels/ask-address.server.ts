import { AppError } from '#domain/errors.ts';
import type { Owner } from '#server/jobs/types.ts';
import { askConfirmation } from '#server/mail/ask-confirmation.server.ts';
import { getChannel } from './list-channels.server.ts';

/**
 * Sends the confirmation question to an address of an email channel again.
 * @throws AppError not_found: no such channel or address; conflict, rate_limit, external_service_error, as
 *   askConfirmation
 */
export async function askAddress({
  owner,
  channelId,
  address,
}: {
  owner: Owner;
  channelId: number;
  address: string;
}): Promise<'confirmed' | 'asked'> {
  const { recipients } = await getChannel({ owner, channelId });
  if (!recipients.some((recipient) => recipient.address === address)) throw new AppError('not_found');
  return askConfirmation({ owner, address, what: 'channel' });
}
