import { useRef } from 'react';

/**
 * A dialog opened by an address or a state has no trigger known to Radix: the focus returns to its previous element, or
 * to the opener of its menu.
 * @param to asked first: an element to focus instead
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
