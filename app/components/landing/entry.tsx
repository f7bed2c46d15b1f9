import { SignInLink } from '#app/components/frame/sign-in-link.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { actions } from '#app/content/marketing.ts';

/** Get Started and Sign In; for signed-in users a link to the dashboard. */
export function LandingEntry({
  isSignedIn,
  startTo,
}: {
  isSignedIn: boolean;
  /** Page after Get Started; the dashboard by default. */
  startTo?: string | undefined;
}) {
  return (
    <div className="flex gap-2 max-sm:[&>a]:flex-1">
      {isSignedIn ? (
        <ButtonLink to="/dashboard" variant="primary" size="lg">
          {actions.dashboard}
        </ButtonLink>
      ) : (
        <>
          <SignInLink door="get-started" redirectTo={startTo} variant="primary" size="lg">
            {actions.getStarted}
          </SignInLink>
          <SignInLink door="sign-in" size="lg">
            {actions.signIn}
          </SignInLink>
        </>
      )}
    </div>
  );
}
