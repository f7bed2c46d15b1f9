import { useFetcher } from '@remix-run/react';
import { Ban, Copy, RotateCw, type LucideIcon } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useToastOf } from '#app/components/ui/use-toast-of.ts';
import type { ExecutionView } from '#app/presenters/execution-page.ts';

/** What the owner can ask of an execution: go on or stop while an attempt waits, the same request once more after it. */
export function ExecutionActions({ execution, isActive }: { execution: ExecutionView; isActive: boolean }) {
  const { isOpen, retryAt } = execution;
  if (retryAt !== null) {
    return (
      <>
        <Ask intent="stop" icon={Ban}>
          Stop Retrying
        </Ask>
        <Ask intent="retry" icon={RotateCw}>
          Retry Now
        </Ask>
      </>
    );
  }
  if (isOpen) return null;
  return (
    <Ask intent="replay" icon={Copy} disabledReason={isActive ? undefined : 'Resume the job to replay it.'}>
      Replay
    </Ask>
  );
}

interface AskProps {
  intent: 'retry' | 'stop' | 'replay';
  icon: LucideIcon;
  disabledReason?: string | undefined;
  children: string;
}

/** A button that says what came of it; two seconds later the page looks again. */
function Ask({ intent, icon, disabledReason, children }: AskProps) {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useToastOf(fetcher);
  return (
    <fetcher.Form method="post" className="flex max-sm:flex-1">
      <Button
        type="submit"
        name="intent"
        value={intent}
        icon={icon}
        className="max-sm:flex-1"
        isPending={fetcher.state !== 'idle'}
        disabledReason={disabledReason}
      >
        {children}
      </Button>
    </fetcher.Form>
  );
}
