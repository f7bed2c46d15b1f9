import { useEffect, useRef, type RefObject } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

/**
 * Filter controls follow the address, and stay the same elements: the focus stays.
 * @param filters by the names of their controls
 */
export function useFilterForm(filters: Record<string, string>): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(filters);
  const shown = useRef(text);
  useEffect(() => {
    // Text typed before hydration stays.
    if (shown.current === text) return;
    shown.current = text;
    for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      const control = form.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
    }
  }, [text]);
  // Clear Filters is gone with the empty list.
  useKeptFocus({ value: text, find: () => form.current?.querySelector('input, select') });
  return form;
}
