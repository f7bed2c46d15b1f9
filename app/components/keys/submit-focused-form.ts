/** Sends the form that has the focus as its own button would; not while it is being sent. */
export function submitFocusedForm(): void {
  const form = document.activeElement?.closest('form');
  if (form && !form.querySelector('[type=submit][aria-busy=true]')) form.requestSubmit();
}
