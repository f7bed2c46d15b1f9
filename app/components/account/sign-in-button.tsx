import type { KeyboardEvent } from 'react';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';

/**
 * The one button of the sign-in page. It is a link, because the response redirects to another origin and our
 * Content-Security-Policy blocks forms that lead there.
 */
export function SignInButton({ href }: { href: string }) {
  return (
    <a href={href} role="button" onKeyDown={pressOnSpace} className={buttonStyle({ variant: 'primary' })}>
      Sign In
    </a>
  );
}

function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
