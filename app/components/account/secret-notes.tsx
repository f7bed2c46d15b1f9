import { Time } from '#app/components/ui/time.tsx';

/** Below a secret that signs: how to show it without a script, and until when the previous one also signs. */
export function SecretNotes({
  what,
  redirectTo,
  isRecent,
  previousUntil,
}: {
  /** "the signing secret" */
  what: string;
  /** The page of the secret, as it stands in an address. */
  redirectTo: string;
  /** True within 30 minutes of the sign-in. */
  isRecent: boolean;
  /** UTC milliseconds; null for none. */
  previousUntil: number | null;
}) {
  return (
    <>
      {isRecent ? null : (
        <p className="hidden no-script:block">
          To show {what}, <a href={`/auth/confirm?redirectTo=${redirectTo}`}>sign in again</a>: your last
          sign-in was more than 30 minutes ago.
        </p>
      )}
      {previousUntil === null ? null : (
        <p>
          The previous secret also signs until <Time at={previousUntil} />.
        </p>
      )}
    </>
  );
}
