import { useEffect, useRef, type RefObject } from 'react';

const pollMs = 100;

/**
 * Focuses the first button of a new state when the change removes the focused button. A confirmation dialog
 * first returns the focus, to nothing.
 * @param state shown state
 */
export function useStateFocus(state: string): RefObject<HTMLDivElement> {
  const holder = useRef<HTMLDivElement>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    const timer = setInterval(() => {
      const { activeElement } = document;
      if (activeElement?.closest('[role=alertdialog]')) return;
      clearInterval(timer);
      if (activeElement === document.body) holder.current?.querySelector<HTMLElement>('button, a')?.focus();
    }, pollMs);
    return () => clearInterval(timer);
  }, [state]);
  return holder;
}
