import { useEffect, useRef, useState, type ComponentType } from 'react';
import { useToast } from './toast.tsx';

/**
 * A layer over the page whose script is loaded shortly before use. A failed load is reported and retried on
 * the next use; the page still works.
 * @returns null until it is loaded
 */
export function useLoadedLayer<Props>({
  load,
  isExpected,
  isAsked,
  onFailed,
}: {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** The layer may open soon. */
  isExpected: boolean;
  /** Open it now. */
  isAsked: boolean;
  onFailed: () => void;
}): ComponentType<Props> | null {
  const [View, setView] = useState<ComponentType<Props> | null>(null);
  const showToast = useToast();
  const latest = useRef({ isAsked, onFailed });
  latest.current = { isAsked, onFailed };
  useEffect(() => {
    if (View || !(isExpected || isAsked)) return;
    let isOver = false;
    load().then(
      ({ default: view }) => {
        if (!isOver) setView(() => view);
      },
      () => {
        if (isOver || !latest.current.isAsked) return;
        latest.current.onFailed();
        showToast({ title: 'Error', message: 'Failed to open the dialog. Please try again.', tone: 'error' });
      },
    );
    return () => void (isOver = true);
  }, [View, load, isExpected, isAsked, showToast]);
  return View;
}
