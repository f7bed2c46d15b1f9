import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '#app/components/ui/input/button.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';

interface AskButtonProps {
  intent: 'retry' | 'stop' | 'use-url';
  icon?: LucideIcon | undefined;
  variant?: ButtonProps['variant'];
  disabledReason?: string | undefined;
  children: string;
}

/** Button that posts a retry, a stop or a URL change for an execution. */
export function AskButton({ intent, icon, variant, disabledReason, children }: AskButtonProps) {
  const asked = useKeptFetcher({ isFollowed: true });
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
