import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { layer } from './overlay-style.ts';

interface TooltipProps {
  /** Extra detail: never the only place for information. */
  text: ReactNode;
  /** One focusable element. */
  children: ReactNode;
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className={cn(layer, 'max-w-70 rounded-control px-2.5 py-1.5 text-xs')}
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
