import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { layer, overlay } from './overlay-style.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Content beside the title, such as a status. */
  badge?: ReactNode;
  description?: ReactNode;
  /** Buttons at the dialog's end. */
  actions?: ReactNode;
  size?: 'md' | 'xl' | undefined;
  /** Element to focus afterwards instead of the previously focused one. */
  returnTo?: (() => HTMLElement | null) | undefined;
  children?: ReactNode;
}

const widths = { md: 'sm:max-w-110', xl: 'sm:max-w-240' };

/** Modal dialog: Escape, the backdrop and Close return the focus to its previous element. */
export function Dialog({
  isOpen,
  onClose,
  title,
  badge,
  description,
  actions,
  size = 'md',
  returnTo,
  children,
}: DialogProps) {
  const returnFocus = useReturnedFocus(returnTo);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay} />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={stayForToasts}
          {...returnFocus}
          className={cn(
            layer,
            'fixed top-1/2 left-1/2 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] -translate-1/2 flex-col max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:translate-0 max-sm:rounded-b-none',
            widths[size],
          )}
        >
          <Head title={title} badge={badge} description={description} />
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {actions ? <div className="flex justify-end gap-2 px-4 pt-4 pb-5 sm:px-5">{actions}</div> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Toasts are above the dialog: their links and buttons do not close it. */
function stayForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) event.preventDefault();
}

/** The same along the right edge, to read beside the page. */
export function Sheet({
  isOpen,
  onClose,
  title,
  badge,
  description,
  children,
}: Omit<DialogProps, 'size' | 'actions' | 'returnTo'>) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay} />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            layer,
            'fixed inset-y-0 right-0 flex w-full max-w-110 flex-col rounded-none border-y-0 border-r-0 data-[state=closed]:slide-out-to-right-8 data-[state=open]:slide-in-from-right-8',
          )}
        >
          <Head title={title} badge={badge} description={description} />
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function Head({ title, badge, description }: Pick<DialogProps, 'title' | 'badge' | 'description'>) {
  return (
    <div className="flex items-start gap-3 py-4 pr-2 pl-4 sm:pr-3 sm:pl-5">
      <div className="min-w-0 flex-1 pt-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RadixDialog.Title className="text-base font-semibold">{title}</RadixDialog.Title>
          {badge}
        </div>
        {description ? (
          <RadixDialog.Description className="mt-1 text-pretty text-muted">
            {description}
          </RadixDialog.Description>
        ) : null}
      </div>
      <RadixDialog.Close
        aria-label="Close"
        className={cn(buttonStyle({ variant: 'plain', size: 'icon' }), 'text-muted')}
      >
        <Icon of={X} />
      </RadixDialog.Close>
    </div>
  );
}
