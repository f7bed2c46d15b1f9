import { CircleCheck, CircleX, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { createContext, useCallback, useContext, useEffect, useReducer, useRef, type ReactNode } from 'react';
import { buttonStyle } from './button-style.ts';
import { cn } from './cn.ts';
import { Icon } from './icon.tsx';
import {
  stepToasts,
  toastDurationMs,
  toastRemovalDelayMs,
  toastSwipePx,
  type FlashToast,
  type ListedToast,
  type ToastAction,
} from './toast-list.ts';

type ShowToast = (toast: FlashToast & { action?: ToastAction | undefined }) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a toast from an event or an effect. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** Holds the toasts of a frame; `flash` is what the page before left to say, also without JavaScript. */
export function ToastArea({
  flash,
  children,
}: {
  flash: (FlashToast & { id: string }) | null;
  children: ReactNode;
}) {
  const [toasts, step] = useReducer(stepToasts, []);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  const show: ShowToast = useCallback(
    (toast) => step({ kind: 'add', toast: { ...toast, id: crypto.randomUUID() } }),
    [],
  );
  const dismiss = useCallback((id: string) => {
    step({ kind: 'dismiss', id });
    timers.current.add(setTimeout(() => step({ kind: 'remove', id }), toastRemovalDelayMs));
  }, []);

  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);
  useEffect(() => {
    if (flash) step({ kind: 'add', toast: flash });
  }, [flash]);

  return (
    <ToastContext.Provider value={show}>
      {children}
      {flash ? (
        <noscript>
          <div className="fixed right-4 bottom-16 left-4 z-50 sm:left-auto">
            <div role="status" className={toastStyle}>
              <ToastWords toast={flash} />
            </div>
          </div>
        </noscript>
      ) : null}
      <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
        {toasts.map((toast) => (
          <ShownToast key={toast.id} toast={toast} onClose={() => dismiss(toast.id)} />
        ))}
        <RadixToast.Viewport
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className="fixed right-0 bottom-0 z-50 flex w-98 max-w-full flex-col-reverse gap-2 p-4 outline-none max-sm:bottom-14"
        />
      </RadixToast.Provider>
    </ToastContext.Provider>
  );
}

export const toastStyle =
  'flex w-full max-w-90 gap-2.5 rounded-card border border-border bg-raised py-3 pr-2 pl-3.5 shadow-raised';

function ShownToast({ toast, onClose }: { toast: ListedToast; onClose: () => void }) {
  return (
    <RadixToast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      className={cn(
        toastStyle,
        'duration-180 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom-2',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
      )}
    >
      <ToastWords toast={toast} as={RadixToast.Description} />
      {toast.action ? (
        <RadixToast.Action
          altText={toast.action.label}
          onClick={toast.action.onAct}
          className={buttonStyle({ variant: 'quiet', size: 'sm' })}
        >
          {toast.action.label}
        </RadixToast.Action>
      ) : null}
      <RadixToast.Close
        aria-label="Close"
        className={cn(buttonStyle({ variant: 'plain', size: 'icon' }), 'size-7 text-muted touch:size-8')}
      >
        <Icon of={X} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** Mark, title and sentence; without a title the sentence stands in its place. */
export function ToastWords({
  toast,
  as: Words = 'div',
}: {
  toast: FlashToast;
  as?: typeof RadixToast.Description | 'div';
}) {
  const isError = toast.tone === 'error';
  const title = toast.title ?? (isError ? 'Error' : undefined);
  return (
    <>
      <Icon
        of={isError ? CircleX : CircleCheck}
        className={cn('mt-0.5', isError ? 'text-danger' : 'text-success')}
      />
      <Words className="min-w-0 flex-1">
        {title ? <span className="block font-semibold">{title}</span> : null}
        <span className={title ? 'text-muted' : 'font-semibold'}>{toast.message}</span>
      </Words>
    </>
  );
}
