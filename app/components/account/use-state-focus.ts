import { useEffect, useRef, type RefObject } from 'react';

const pollMs = 100;

/**
 * A button that goes with the state it was for takes the focus with it: the first one of the new state gets it. A dialog
 * that asked before gives it back first, to nothing.
 * @param state of what the holder shows
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
