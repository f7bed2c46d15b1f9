import { useRef } from 'react';

/**
 * Returns the focus after a dialog that an address or a state opened, because Radix knows no trigger for it:
 * to the previously focused element, or to the opener of its menu.
 * @param to takes precedence: an element to focus instead
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
