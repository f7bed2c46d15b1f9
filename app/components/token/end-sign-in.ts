import { forgetToken } from '#app/components/frame/stored-token.ts';
import type { useToast } from '#app/components/ui/overlay/toast.tsx';

const leaveMs = 1_500;
let isEnding = false;

/**
 * Ends an expired sign-in: removes the token, shows the reason as a toast, and goes to /login (specification
 * section 8).
 */
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
  // Rarely needed: most pages work without the error catalogue.
  void import('#domain/error-toast.ts').then(({ toErrorToast }) => {
    showToast({ ...toErrorToast({ type: 'authentication_error', message }), tone: 'error' });
  });
  const back = encodeURIComponent(location.pathname + location.search);
  setTimeout(() => {
    isEnding = false;
    location.assign(`/login?reason=expired&redirectTo=${back}`);
  }, leaveMs);
}
