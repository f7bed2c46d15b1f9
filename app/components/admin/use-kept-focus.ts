import { useEffect, useRef } from 'react';

/**
 * What had the focus may go with the list that was replaced: then another control gets it, so that the keyboard does not
 * start over.
 * @param value of what is shown; at its first there is nothing to do
 * @param find is told the value before
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
