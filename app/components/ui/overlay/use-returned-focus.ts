import { useRef } from 'react';

/**
 * A dialog that an address or a state opens has no trigger that Radix knows: the focus goes back to where it was, or to
 * the opener of the menu that it was in.
 * @param to asked first: an element that takes the focus instead
 */
export function useReturnedFocus(to?: () => HTMLElement | null) {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const other = to?.();
      if (other) {
        event.preventDefault();
        other.focus();
        return;
      }
      if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
      event.preventDefault();
      const closed = before.current.closest('details:not([open])');
      (closed?.querySelector('summary') ?? before.current).focus();
    },
  };
}
