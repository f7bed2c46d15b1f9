import { useEffect, useRef, type RefObject } from 'react';
import { useKeptFocus } from './use-kept-focus.ts';

/**
 * Updates the filter controls when the address changes and keeps the same elements, so the focus stays.
 * @param filters values by control name
 */
export function useFilterForm(filters: Record<string, string>): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const text = JSON.stringify(filters);
  const shown = useRef(text);
  useEffect(() => {
    // Keeps text typed before hydration.
    if (shown.current === text) return;
    shown.current = text;
    for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      const control = form.current?.elements.namedItem(name);
      // A search field follows the address by itself.
      if (control instanceof HTMLInputElement && control.type === 'search') continue;
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
    }
  }, [text]);
  // Clear Filters disappears with the empty list.
  useKeptFocus({ value: text, find: () => form.current?.querySelector('input, select') });
  return form;
}
