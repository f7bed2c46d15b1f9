import { useCallback, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Takes the status of a test run into the accepted statuses of the form, and shows it there. */
export function useStatusAsCriterion({
  form,
  open,
}: {
  form: RefObject<HTMLFormElement>;
  open: (tab: string) => void;
}): (status: number) => void {
  return useCallback(
    (status) => {
      const field = form.current?.querySelector<HTMLInputElement>('input[name=acceptedStatuses]');
      if (!field) return;
      flushSync(() => open('criterion'));
      field.value = String(status);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.focus();
    },
    [form, open],
  );
}
