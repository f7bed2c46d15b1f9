/** Submits the focused form as its button would, unless a submission is pending. */
export function submitFocusedForm(): void {
  const form = document.activeElement?.closest('form');
  if (form && !form.querySelector('[type=submit][aria-busy=true]')) form.requestSubmit();
}
