import { useFetcher, useLocation, useRevalidator } from '@remix-run/react';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { useToast, type ShownToast } from '#app/components/ui/overlay/toast.tsx';

const reloadMs = 2_000;
/** Longer than the reload takes to begin, and than a slow machine takes to render the pending state. */
const keptMs = 10_000;

interface FetcherResult {
  toast?: FlashToast;
}

interface Kept {
  key: string;
  isFollowed: boolean;
  say: (result: never) => ShownToast | undefined;
}

interface KeptSettings<Sent extends FetcherResult | null> {
  /** Lets other parts of the page see the pending action. */
  key?: string;
  /** Reloads the page two seconds later to show the outcome (specification section 9). */
  isFollowed?: boolean;
  /** Toast for a result; its own toast by default. */
  say?: (result: Sent) => ShownToast | undefined;
}

const KeepContext = createContext<(kept: Kept) => void>(() => undefined);

/**
 * A fetcher with its result shown by the frame: the page reloads with the response, and the clicked button
 * may then be gone.
 */
export function useKeptFetcher<Sent extends FetcherResult | null>({
  key,
  isFollowed = false,
  // Some actions have no toast.
  say = (result) => result?.toast,
}: KeptSettings<Sent> = {}) {
  const ownKey = `kept-${useId()}`;
  const fetcher = useFetcher<Sent>({ key: key ?? ownKey });
  const toFrame = useContext(KeepContext);
  const keep = useRef(() => {});
  keep.current = () => toFrame({ key: key ?? ownKey, isFollowed, say });
  const { Form, submit } = fetcher;
  const kept = useMemo(
    () => ({
      Form: ({ onSubmit, ...props }: ComponentProps<typeof Form>) => (
        <Form
          {...props}
          onSubmit={(event) => {
            keep.current();
            onSubmit?.(event);
          }}
        />
      ),
      submit: (...given: Parameters<typeof submit>) => {
        keep.current();
        submit(...given);
      },
    }),
    [Form, submit],
  );
  return { ...fetcher, ...kept };
}

/**
 * Calls `act` once for each result after the mount; an earlier result was handled before. Other components
 * may still hold it under the same key.
 */
export function useNewResult<Sent>(result: Sent | undefined, act: (result: Sent) => void): void {
  const known = useRef(result);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (result === undefined || result === known.current) return;
    known.current = result;
    latest.current(result);
    // After each render: useFetcher reads mutable Maps, so a render that React bails out of can see the result first.
    // React then keeps the dependencies and drops the effect (https://github.com/facebook/react/issues/24042).
  });
}

/** Reports results until the page changes: later failures would look like failures of the next page. */
export function KeptFetchers({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<readonly Kept[]>([]);
  const keep = useCallback(
    (kept: Kept) => setAll((others) => [...others.filter(({ key }) => key !== kept.key), kept]),
    [],
  );
  const { pathname } = useLocation();
  useEffect(() => setAll((kept) => (kept.length > 0 ? [] : kept)), [pathname]);
  const drop = useCallback((gone: string) => setAll((kept) => kept.filter(({ key }) => key !== gone)), []);
  return (
    <KeepContext.Provider value={keep}>
      {children}
      {all.map((kept) => (
        <Keeper key={kept.key} kept={kept} onEnd={drop} />
      ))}
    </KeepContext.Provider>
  );
}

function Keeper({ kept, onEnd }: { kept: Kept; onEnd: (key: string) => void }) {
  const { data, state } = useFetcher({ key: kept.key });
  const showToast = useToast();
  const { revalidate } = useRevalidator();
  const reload = useRef<ReturnType<typeof setTimeout>>();
  useNewResult<unknown>(data, (result) => {
    const toast = kept.say(result as never);
    if (!toast) return;
    showToast(toast);
    if (kept.isFollowed) reload.current = setTimeout(revalidate, reloadMs);
  });
  useEffect(() => () => clearTimeout(reload.current), []);
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(() => onEnd(kept.key), keptMs);
    return () => clearTimeout(timer);
    // The timer restarts with a result, whose earlier states may never have been rendered, and with a new
    // submission.
  }, [state, data, kept, onEnd]);
  return null;
}
