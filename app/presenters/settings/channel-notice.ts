const path = '/dashboard/settings/channels';

/**
 * The words about disabled channels, and the page that shows them; null if there is none.
 * @param channels at most the first three of the account
 */
export function channelNotice(channels: { id: number; name: string }[]): { text: string; to: string } | null {
  const [first, ...others] = channels;
  if (!first) return null;
  if (others.length === 0)
    return {
      text: `The channel ${first.name} is disabled: deliveries kept failing.`,
      to: `${path}/${first.id}`,
    };
  const names = channels.map(({ name }) => name).join(', ');
  return { text: `Channels are disabled because deliveries kept failing: ${names}.`, to: path };
}
