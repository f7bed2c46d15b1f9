import { useFetcher } from '@remix-run/react';
import { Zap } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useToastOf } from '#app/components/ui/use-toast-of.ts';

/** Runs the job once, now; two seconds later the page looks what became of it (specification section 9). */
export function RunNowButton({ jobId, isActive }: { jobId: number; isActive: boolean }) {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useToastOf(fetcher);
  return (
    <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/run`} className="flex max-sm:flex-1">
      <Button
        type="submit"
        variant="primary"
        icon={Zap}
        className="max-sm:flex-1"
        isPending={fetcher.state !== 'idle'}
        disabledReason={isActive ? undefined : 'Resume the job to run it.'}
      >
        Run Now
      </Button>
    </fetcher.Form>
  );
}
