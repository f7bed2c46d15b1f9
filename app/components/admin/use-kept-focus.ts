import { useEffect, useRef } from 'react';

/**
 * When the focused element disappears with a replaced list, another control takes the focus, so the keyboard does not
 * start over.
 * @param value of the shown list; its first value does nothing
 * @param find gets the previous value
 */
export function useKeptFocus<Value extends string | number>({
  value,
  find,
}: {
  value: Value;
  find: (before: Value) => Element | null | undefined;
}): void {
  const before = useRef(value);
  const latest = useRef(find);
  latest.current = find;
  useEffect(() => {
    const was = before.current;
    before.current = value;
    if (was === value || document.activeElement !== document.body) return;
    const found = latest.current(was);
    if (found instanceof HTMLElement) found.focus();
  }, [value]);
}
