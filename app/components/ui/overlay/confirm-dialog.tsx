import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { layer, overlay } from './overlay-style.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface ConfirmDialogProps {
  isOpen: boolean;
  onCancel: () => void;
  title: string;
  children: ReactNode;
  /** Name of the action: "Delete". */
  confirmLabel: string;
  /** Text for changing nothing, where "Cancel" could mean the action. */
  cancelLabel?: string | undefined;
  isPending?: boolean | undefined;
  isDangerous?: boolean | undefined;
  /** Called by the button; omitted if `form` names the form to submit. */
  onConfirm?: (() => void) | undefined;
  form?: string | undefined;
}

/** Confirms an action that cannot be undone; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onCancel,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isPending,
    isDangerous = true,
    onConfirm,
    form,
  } = props;
  const returnFocus = useReturnedFocus();
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlay} />
        <AlertDialog.Content
          {...returnFocus}
          className={cn(
            layer,
            'fixed top-1/2 left-1/2 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-110 -translate-1/2 overflow-y-auto p-5',
          )}
        >
          <AlertDialog.Title className="text-base font-semibold wrap-anywhere">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 mb-5 text-pretty text-muted">
            {children}
          </AlertDialog.Description>
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
            <AlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              type={form ? 'submit' : 'button'}
              form={form}
              variant={isDangerous ? 'solid-danger' : 'primary'}
              isPending={isPending}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
