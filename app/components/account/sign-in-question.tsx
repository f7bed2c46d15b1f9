import { ConfirmDialog } from '#app/components/ui/overlay/confirm-dialog.tsx';

/** Says why a secret needs a new sign-in, before the browser leaves the page for it. */
export default function SignInQuestion({
  what,
  path,
  onCancel,
}: {
  /** Name of the secret in the question: "the key". */
  what: string;
  /** URL that starts the sign-in. */
  path: string;
  onCancel: () => void;
}) {
  return (
    <ConfirmDialog
      isOpen
      onCancel={onCancel}
      title="Sign In Again?"
      confirmLabel="Sign In Again"
      isDangerous={false}
      onConfirm={() => window.location.assign(path)}
    >
      To show {what}, sign in again: your last sign-in was more than 30 minutes ago.
    </ConfirmDialog>
  );
}
