import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { TakenValue } from '#app/presenters/job-form/taken-value.ts';

const tabs: Record<TakenValue['field'], string> = { webhookURL: 'url', acceptedStatuses: 'criterion' };

/** Writes a value of a test run into its field and remembers the previous one until the field changes again. */
export function useTakenValue({
  form,
  initial,
  openTab,
}: {
  form: RefObject<HTMLFormElement>;
  /** Rendered by the server for a page without JavaScript. */
  initial: TakenValue | null;
  openTab: (tab: string) => void;
}) {
  const [taken, setTaken] = useState(initial);
  const latest = useRef(taken);
  latest.current = taken;
  useEffect(() => setTaken(initial), [initial]);

  const fieldOf = useCallback(
    (name: TakenValue['field']) => form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`),
    [form],
  );
  /** Returns the field, in its opened tab, to be focused. */
  const write = useCallback(
    ({ field, value }: { field: TakenValue['field']; value: string }) => {
      const input = fieldOf(field);
      if (!input) return null;
      flushSync(() => openTab(tabs[field]));
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      return input;
    },
    [fieldOf, openTab],
  );
  const take = useCallback(
    ({ field, valueFrom }: { field: TakenValue['field']; valueFrom: (previous: string) => string }) => {
      const previous = fieldOf(field)?.value ?? '';
      const value = valueFrom(previous);
      const input = write({ field, value });
      if (input && value !== previous) setTaken({ field, value, previous });
      return input;
    },
    [fieldOf, write],
  );
  const undo = useCallback(() => {
    const { current } = latest;
    setTaken(null);
    return current && write({ field: current.field, value: current.previous });
  }, [write]);
  const forgetChanged = useCallback(() => {
    const { current } = latest;
    if (current && fieldOf(current.field)?.value !== current.value) setTaken(null);
  }, [fieldOf]);
  return { taken, take, undo, forgetChanged };
}
