import { Send } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

/** Sends a test note and says what came of it; without a script the page comes back and says it. */
export function TestNoteButton({ jobId }: { jobId: number }) {
  const fetcher = useKeptFetcher();
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/test-note`} className="flex max-sm:flex-1">
      <Button type="submit" icon={Send} className="max-sm:flex-1" isPending={fetcher.state !== 'idle'}>
        Send Test Notification
      </Button>
    </fetcher.Form>
  );
}
