import { useEffect, type RefObject } from 'react';

/**
 * After a submission that came back with errors the first field that has one takes the focus.
 * @param result changes with each answer of the server
 */
export function useFocusFirstError({
  form,
  result,
}: {
  form: RefObject<HTMLFormElement>;
  result: unknown;
}): void {
  useEffect(() => {
    if (!result) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const control = invalid?.matches('fieldset')
      ? invalid.querySelector<HTMLElement>('input, select, textarea')
      : invalid;
    control?.focus();
  }, [form, result]);
}
