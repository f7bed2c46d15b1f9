import { useEffect, useRef } from 'react';

/**
 * Moves the focus to another control when the focused element disappears with a replaced list, so that the
 * keyboard does not start over.
 * @param value identifies the shown list; the first value does nothing
 * @param find returns the control to focus; receives the previous value
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
