import { Send } from 'lucide-react';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';

/** Sends a test notification to a saved channel; its page shows what was sent. */
export function ChannelTestButton({
  channelId,
  size,
  label,
}: {
  channelId: number;
  size?: ButtonProps['size'];
  label?: string;
}) {
  const fetcher = useKeptFetcher<{ toast?: FlashToast }>({ key: `channel-test-${channelId}` });
  return (
    <fetcher.Form
      method="post"
      action={`/dashboard/settings/channels/${channelId}?act=test`}
      className="flex max-sm:*:flex-1"
    >
      <Button type="submit" icon={Send} size={size} isPending={fetcher.state !== 'idle'} aria-label={label}>
        Send Test
      </Button>
    </fetcher.Form>
  );
}
