import { useRevalidator } from '@remix-run/react';
import { useCallback, useRef, useState, type FormEvent } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { addKeyFailed } from '#app/content/failure-words.ts';
import type { AddKeyResult } from '#app/http/settings/add-key.server.ts';

/** Path that creates another key. */
export const addKeyPath = '/dashboard/settings/keys';

/** Creates another key outside of the page's data, which must not contain keys; the key is shown until closed. */
export function useAddKey() {
  const form = useRef<HTMLFormElement>(null);
  const [isPending, setPending] = useState(false);
  const [nameError, setNameError] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const showToast = useToast();
  const { revalidate } = useRevalidator();

  const take = useCallback(
    ({ apiKey, nameError: wrong, leadTo, title, message }: AddKeyResult) => {
      setNameError(wrong ?? null);
      if (apiKey) {
        setMade(apiKey);
        form.current?.reset();
        revalidate();
      } else if (wrong !== undefined) form.current?.querySelector('input')?.focus();
      else if (leadTo) window.location.assign(leadTo);
      else showToast({ title, message: message ?? addKeyFailed, tone: 'error' });
    },
    [revalidate, showToast],
  );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    void ask(new FormData(event.currentTarget))
      .then(take)
      .finally(() => setPending(false));
  };
  return { form, isPending, nameError, made, send, close: () => setMade(null) };
}

async function ask(form: FormData): Promise<AddKeyResult> {
  const body = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string') body.append(name, value);
  try {
    const result = await fetch(addKeyPath, { method: 'POST', body, headers: { accept: 'application/json' } });
    return (await result.json()) as AddKeyResult;
  } catch {
    return {};
  }
}
