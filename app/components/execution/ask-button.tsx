import { useFetcher } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '#app/components/ui/button.tsx';
import type { FlashToast } from '#app/components/ui/toast-list.ts';
import { useToastOf } from '#app/components/ui/use-toast-of.ts';

interface AskButtonProps {
  intent: 'retry' | 'stop' | 'replay' | 'use-url';
  icon?: LucideIcon | undefined;
  variant?: ButtonProps['variant'];
  disabledReason?: string | undefined;
  children: string;
}

/** Asks something of an execution and says what came of it; two seconds later the page looks again. */
export function AskButton({ intent, icon, variant, disabledReason, children }: AskButtonProps) {
  const fetcher = useFetcher<{ toast: FlashToast }>();
  useToastOf(fetcher);
  return (
    <fetcher.Form method="post" className="flex max-sm:flex-1">
      <Button
        type="submit"
        name="intent"
        value={intent}
        icon={icon}
        variant={variant}
        className="max-sm:flex-1"
        isPending={fetcher.state !== 'idle'}
        disabledReason={disabledReason}
      >
        {children}
      </Button>
    </fetcher.Form>
  );
}
