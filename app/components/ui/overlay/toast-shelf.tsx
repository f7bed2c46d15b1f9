import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useMemo } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { toastDurationMs, toastSwipePx, type ListedToast } from './toast-list.ts';
import { toastStyle, ToastWords, type ToastShelfProps } from './toast-words.tsx';
import { useToastRelease } from './use-toast-release.ts';

/** Toasts over the page: they close by timer, pause under pointer and focus, and can be swiped to the right. */
export default function ToastShelf({ toasts, onClose }: ToastShelfProps) {
  const openIds = useMemo(() => toasts.filter(({ isOpen }) => isOpen).map(({ id }) => id), [toasts]);
  const viewport = useToastRelease(openIds);
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
      ))}
      <RadixToast.Viewport
        ref={viewport}
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="pointer-events-none fixed right-0 bottom-0 z-60 flex w-98 max-w-full flex-col-reverse gap-2 p-4 outline-none max-sm:bottom-14"
      />
    </RadixToast.Provider>
  );
}

function ShownToast({ toast, onClose }: { toast: ListedToast; onClose: () => void }) {
  return (
    <RadixToast.Root
      data-toast
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      type={toast.tone === 'error' ? 'foreground' : 'background'}
      // A click would keep the focus here, and the toasts would pause until it moves elsewhere.
      onMouseDown={(event) => event.preventDefault()}
      {...(toast.stays && { duration: Infinity })}
      className={cn(
        toastStyle,
        // A closing toast must not be hovered: Radix would pause again, and nothing would end that pause.
        'pointer-events-auto data-[state=closed]:pointer-events-none',
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
