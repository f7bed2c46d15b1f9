import { useCallback, useEffect, useRef, useState } from 'react';
import type { RevealedSecret } from '#app/components/account/secret-line.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import { signingSecretFailed } from '#app/content/failure-words.ts';
import type { SigningSecretResult } from '#app/http/settings/show-signing-secret.server.ts';

/** Path of the form that responds with the signing secret. */
export const signingSecretPath = '/dashboard/signing-secret';

/**
 * The signing secret, requested once while the page is open: the display and every copy use that one response. An old
 * sign-in is confirmed first; the page then opens with `reveal=signing-secret` and continues automatically.
 * @param path responds with the secret
 */
export function useSigningSecret({
  path = signingSecretPath,
  reveal = 'signing-secret',
}: { path?: string; reveal?: string } = {}): RevealedSecret & { forget: () => void } {
  const asked = useRef<Promise<SigningSecretResult> | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [confirmPath, setConfirmPath] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const showToast = useToast();

  const take = useCallback(async () => {
    asked.current ??= ask(path);
    const { secret, leadTo, isTooOld, title, message = signingSecretFailed } = await asked.current;
    if (secret) return secret;
    asked.current = null;
    if (leadTo && isTooOld) setConfirmPath(leadTo);
    else if (leadTo) window.location.assign(leadTo);
    else showToast({ title, message, tone: 'error' });
    throw new Error('The secret could not be shown.');
  }, [path, showToast]);

  const show = useCallback(() => {
    setPending(true);
    // The error has already been shown.
    void take()
      .then(setShown, () => undefined)
      .finally(() => setPending(false));
  }, [take]);
  const hide = useCallback(() => setShown(null), []);
  /** Another secret has replaced it: hides it and requests it again. */
  const forget = useCallback(() => {
    asked.current = null;
    setShown(null);
  }, []);

  useEffect(() => {
    const url = new URL(window.location.href);
    if (url.searchParams.get('reveal') !== reveal) return;
    url.searchParams.delete('reveal');
    window.history.replaceState(window.history.state, '', url);
    setBack(true);
    show();
  }, [reveal, show]);

  const stay = useCallback(() => setConfirmPath(null), []);
  return { shown, isPending, show, hide, take, forget, confirmPath, stay, isBack };
}

async function ask(path: string): Promise<SigningSecretResult> {
  try {
    const headers = { accept: 'application/json' };
    const result = await fetch(path, { method: 'POST', headers });
    return (await result.json()) as SigningSecretResult;
  } catch {
    return {};
  }
}
