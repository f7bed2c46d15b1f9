import { useFetcher } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '#app/components/ui/button.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useToastOf } from '#app/components/ui/use-toast-of.ts';

interface AskButtonProps {
  /** Kept by what stays in the page, where the button may be gone before the answer comes. */
  asked: ReturnType<typeof useAsked>;
  intent: 'retry' | 'stop' | 'replay' | 'use-url';
  icon?: LucideIcon | undefined;
  variant?: ButtonProps['variant'];
  disabledReason?: string | undefined;
  children: string;
}

/** One thing asked of an execution: says what came of it; two seconds later the page looks again. */
export function useAsked() {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useToastOf(fetcher);
  return fetcher;
}

/** Asks something of an execution. */
export function AskButton({ asked, intent, icon, variant, disabledReason, children }: AskButtonProps) {
  return (
    <asked.Form method="post" className="flex max-sm:flex-1">
      <Button
        type="submit"
        name="intent"
        value={intent}
        icon={icon}
        variant={variant}
        className="max-sm:flex-1"
        isPending={asked.state !== 'idle'}
        disabledReason={disabledReason}
      >
        {children}
      </Button>
    </asked.Form>
  );
}
