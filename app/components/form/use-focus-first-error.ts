import { useEffect, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Focuses the first field with an error after a failed submission.
 * @param result changes with each response of the server
 * @param reveal opens the part of the form that hides the field
 */
export function useFocusFirstError({
  form,
  result,
  reveal,
}: {
  form: RefObject<HTMLFormElement>;
  result: unknown;
  reveal?: (field: HTMLElement) => void;
}): void {
  useEffect(() => {
    if (!result) return;
    // The response arrives before its errors are rendered.
    const timer = setTimeout(() => {
      const invalid = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
      const [first] = invalid;
      if (!first) return;
      flushSync(() => reveal?.(first));
      // A field has one visible control and hidden ones, such as the text behind rows.
      const seen = invalid.find((field) => field.checkVisibility()) ?? first;
      const control = seen.matches('fieldset')
        ? seen.querySelector<HTMLElement>('input, select, textarea')
        : seen;
      control?.focus();
    });
    return () => clearTimeout(timer);
  }, [form, result, reveal]);
}
