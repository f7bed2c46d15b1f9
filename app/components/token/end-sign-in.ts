import { forgetToken } from '#app/components/frame/stored-token.ts';
import type { useToast } from '#app/components/ui/overlay/toast.tsx';

const leaveMs = 1_500;
let isEnding = false;

/** Ends a sign-in that is over: the token goes, a toast says why, and the browser goes to /login (specification section 8). */
export function endSignIn({
  showToast,
  message,
}: {
  showToast: ReturnType<typeof useToast>;
  message?: string | null;
}): void {
  if (isEnding) return;
  isEnding = true;
  forgetToken();
  // Seldom needed: most pages go without the catalogue of errors.
  void import('#domain/error-toast.ts').then(({ toErrorToast }) => {
    showToast({ ...toErrorToast({ type: 'authentication_error', message }), tone: 'error' });
  });
  const back = encodeURIComponent(location.pathname + location.search);
  setTimeout(() => {
    isEnding = false;
    location.assign(`/login?reason=expired&redirectTo=${back}`);
  }, leaveMs);
}
