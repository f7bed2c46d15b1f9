import { Link } from '@remix-run/react';
import { ButtonLink, type ButtonLinkProps } from '#app/components/ui/input/button.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import type { DoorName } from '#app/content/marketing.ts';

interface Door {
  /** The dialog that the public page opens instead of following the link. */
  door: DoorName;
  /** Where the sign-in ends. */
  redirectTo?: string | undefined;
}

function pathOf(redirectTo: string | undefined): string {
  return redirectTo ? `/login?${new URLSearchParams({ redirectTo }).toString()}` : '/login';
}

/** A way in: a link to the sign-in page. */
export function DoorLink({ door, redirectTo, ...look }: Door & Omit<ButtonLinkProps, 'to'>) {
  return <ButtonLink to={pathOf(redirectTo)} data-door={door} {...look} />;
}

/** The same as a line of a menu. */
export function DoorLine({ door, redirectTo, children }: Door & { children: string }) {
  return (
    <Link to={pathOf(redirectTo)} data-door={door} className={menuLine}>
      {children}
    </Link>
  );
}
