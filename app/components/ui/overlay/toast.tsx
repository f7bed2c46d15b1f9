import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { stepToasts, toastRemovalDelayMs, type FlashToast, type ListedToast } from './toast-list.ts';
import { toastStyle, ToastWords, type ToastShelfProps } from './toast-words.tsx';

/** With an id, it replaces the earlier toast of that id. */
export type ShownToast = Omit<ListedToast, 'id' | 'isOpen'> & { id?: string };

type ShowToast = (toast: ShownToast) => void;

type Shelf = ComponentType<ToastShelfProps>;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a toast from an event or an effect. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/** Holds the toasts of a frame; `flash` is the previous page's toast, also shown without JavaScript. */
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
    (toast) => step({ kind: 'add', toast: { ...toast, id: toast.id ?? crypto.randomUUID() } }),
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

  const Shelf = useShelf(toasts);

  return (
    <ToastContext.Provider value={show}>
      {children}
      {flash ? (
        <noscript>
          <PlainShelf toasts={[{ ...flash, isOpen: true }]} />
        </noscript>
      ) : null}
      {Shelf && toasts.length > 0 ? <Shelf toasts={toasts} onClose={dismiss} /> : null}
    </ToastContext.Provider>
  );
}

/**
 * Swipe, hotkey and pause are 17 kB that most pages never need: the first toast loads them. If they cannot be
 * loaded, toasts are plain, and each further toast tries again.
 */
function useShelf(toasts: readonly ListedToast[]): Shelf | null {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  useEffect(() => {
    if (toasts.length === 0) return;
    import('./toast-shelf.tsx').then(
      ({ default: loaded }) => setShelf(() => loaded),
      () => setShelf((earlier: Shelf | null) => earlier ?? PlainShelf),
    );
  }, [toasts]);
  return shelf;
}

function PlainShelf({ toasts }: Pick<ToastShelfProps, 'toasts'>) {
  return (
    <div className="fixed right-4 bottom-16 left-4 z-60 grid gap-2 sm:left-auto">
      {toasts
        .filter(({ isOpen }) => isOpen)
        .map((toast) => (
          <div key={toast.id} role="status" className={toastStyle}>
            <ToastWords toast={toast} />
          </div>
        ))}
    </div>
  );
}
