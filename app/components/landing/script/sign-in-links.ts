import { firstJobPath } from '#app/components/landing/first-job-path.ts';
import { afterPaint } from '#app/components/ui/after-paint.ts';

/** Opens dialogs for Sign In and Get Started; with a modifier key or another mouse button the link is followed. */
export function enableSignInLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-door]');
    const dialog = link && document.getElementById(`door-${link.dataset.door ?? ''}`);
    if (!link || !(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    // A menu would close under the dialog, and the focus would have no link to return to.
    const menu = link.closest('details');
    if (menu) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
    const tried = link.dataset.door === 'get-started' ? triedPath() : null;
    const redirectTo = tried ?? new URL(link.href).searchParams.get('redirectTo') ?? '/dashboard';
    const end = dialog.querySelector<HTMLAnchorElement>('[data-door-end]');
    end?.setAttribute('href', `/auth/login?${new URLSearchParams({ redirectTo }).toString()}`);
    afterPaint(() => {
      if (!dialog.open) dialog.showModal();
      // The browser would focus Close, the first button.
      end?.focus();
    });
  });
  // Delays closing: making the page interactive again is slow, as the browser does it element by element.
  for (const dialog of document.querySelectorAll('dialog')) {
    const close = () => afterPaint(() => dialog.close());
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    dialog.addEventListener('submit', (event) => {
      event.preventDefault();
      close();
    });
    dialog.addEventListener('click', (event) => {
      // The dialog's box has no padding: a click on it is on the backdrop.
      if (event.target === dialog) close();
    });
  }
}

/** Sign-up URL after trying a schedule: the address has the schedule from the first input on. */
function triedPath(): string | null {
  const field = document.querySelector<HTMLInputElement>('#cron');
  const isTried = new URL(location.href).searchParams.has('cron') && !field?.hasAttribute('aria-invalid');
  return field && isTried ? firstJobPath(field.value) : null;
}
