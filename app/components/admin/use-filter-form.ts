import { useEffect, useRef, type RefObject } from 'react';
import { followField } from '#app/components/ui/input/follow-field.ts';
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
    const before = JSON.parse(shown.current) as Record<string, string>;
    shown.current = text;
    for (const [name, to] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        followField({ field, from: before[name] ?? '', to });
    }
  }, [text]);
  // Clear Filters disappears with the empty list.
  useKeptFocus({ value: text, find: () => form.current?.querySelector('input, select') });
  return form;
}
