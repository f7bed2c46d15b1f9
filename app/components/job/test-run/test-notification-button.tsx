import { Send } from 'lucide-react';
import { SentPayload } from '#app/components/job/form/sent-payload.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';

/** Sends a test notification and shows the result and the message; without JavaScript, a separate page does. */
export function TestNotificationButton({ jobId }: { jobId: number }) {
  const fetcher = useKeptFetcher<{ toast: FlashToast; body?: string | null }>();
  const body = fetcher.data?.body;
  return (
    <>
      <fetcher.Form
        method="post"
        action={`/dashboard/jobs/${jobId}/test-note`}
        className="flex max-sm:flex-1"
      >
        <Button type="submit" icon={Send} className="max-sm:flex-1" isPending={fetcher.state !== 'idle'}>
          Send Test Notification
        </Button>
      </fetcher.Form>
      {body ? <SentPayload body={body} /> : null}
    </>
  );
}
