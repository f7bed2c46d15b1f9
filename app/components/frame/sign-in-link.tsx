import { Link } from '@remix-run/react';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/input/button.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import type { ExternalName } from '#app/content/marketing.ts';

interface SignInOption {
  /** Dialog that the public page opens instead of following the link. */
  door: ExternalName;
  /** Page after the sign-in. */
  redirectTo?: string | undefined;
}

function pathOf(redirectTo: string | undefined): string {
  return redirectTo ? `/login?${new URLSearchParams({ redirectTo }).toString()}` : '/login';
}

/** Link to the sign-in page. */
export function SignInLink({ door, redirectTo, ...link }: SignInOption & Omit<ButtonLinkProps, 'to'>) {
  return <ButtonLink to={pathOf(redirectTo)} data-door={door} {...link} />;
}

/** The same as a menu line. */
export function SignInMenuLine({ door, redirectTo, children }: SignInOption & { children: string }) {
  return (
    <Link to={pathOf(redirectTo)} data-door={door} className={menuLine}>
      {children}
    </Link>
  );
}
