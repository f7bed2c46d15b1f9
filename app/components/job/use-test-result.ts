import { useCallback, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface Form {
  form: RefObject<HTMLFormElement>;
  /** Opens the tab of that name. */
  open: (tab: string) => void;
}

/** Takes the status of a test run into the accepted statuses of the form, and shows it there. */
export function useStatusAsCriterion({ form, open }: Form): (status: number) => void {
  return useCallback(
    (status) => fill({ form, open, tab: 'criterion', name: 'acceptedStatuses', value: String(status) }),
    [form, open],
  );
}

/** Takes the address that a redirect points to as the URL of the form, and shows it there. */
export function useRedirectAsUrl({ form, open }: Form): (url: string) => void {
  return useCallback((url) => fill({ form, open, tab: 'url', name: 'webhookURL', value: url }), [form, open]);
}

function fill({ form, open, tab, name, value }: Form & { tab: string; name: string; value: string }): void {
  const field = form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!field) return;
  flushSync(() => open(tab));
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
