import { Link } from '@remix-run/react';
import { Menu } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { ThemeMenu } from '#app/components/frame/menus/theme-menu.tsx';
import { PageDataNotices } from '#app/components/page-data/page-data-notices.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { DetailsMenu, menuLine, menuRule } from '#app/components/ui/overlay/details-menu.tsx';
import { ToastArea } from '#app/components/ui/overlay/toast.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { FooterLine } from './footer.tsx';
import { Brand } from './logo.tsx';
import { SignInMenuLine, SignInLink } from './sign-in-link.tsx';
import { SkipLink } from './skip-link.tsx';
import { forgetToken } from './stored-token.ts';

interface MarketingFrameProps {
  /** Anchors on the same page. */
  anchors?: { href: string; label: string }[];
  /** Null if the installation has no feedback address: its links are left out. */
  feedbackUrl: string | null;
  /** Display name of the signed-in user; undefined if unknown. */
  signedInAs: string | null | undefined;
  /** Picture from the identity provider. */
  pictureUrl?: string | null;
  /** Page after Get Started; the dashboard by default. */
  startTo?: string | undefined;
  children: ReactNode;
}

export const marketingWidth = 'mx-auto w-full max-w-app px-4 sm:px-6';

const headLink =
  'inline-flex h-9 items-center gap-2 rounded-control px-2.5 font-medium whitespace-nowrap text-muted no-underline hover:text-ink';

/** Sticky header and footer of the public pages. */
export function MarketingFrame({
  anchors = [],
  feedbackUrl,
  signedInAs,
  pictureUrl = null,
  startTo,
  children,
}: MarketingFrameProps) {
  useEffect(() => {
    if (signedInAs === null) forgetToken();
  }, [signedInAs]);
  const links = [
    ...anchors.map(({ href, label }) => ({ href, label, isNew: false })),
    ...(feedbackUrl ? [{ href: feedbackUrl, label: 'Request Feature', isNew: true }] : []),
  ];
  return (
    <ToastArea flash={null}>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header data-chrome className="sticky top-0 z-30 border-b border-border bg-background">
          <div className={`${marketingWidth} flex h-14 items-center gap-1 max-sm:pr-1 sm:h-16`}>
            <Brand to="/" size={28} className="mr-6" />
            {links.length > 0 ? (
              <nav aria-label="Main" className="flex max-md:hidden">
                {links.map(({ href, label, isNew }) => (
                  <a key={href} href={href} className={headLink}>
                    {label}
                    {isNew ? <Tag>New</Tag> : null}
                  </a>
                ))}
              </nav>
            ) : null}
            <span className="ml-auto flex items-center gap-2">
              <ThemeMenu />
              <span className="flex items-center gap-2 max-sm:hidden">
                <Ways signedInAs={signedInAs} pictureUrl={pictureUrl} startTo={startTo} />
              </span>
            </span>
            <NarrowMenu links={links} signedInAs={signedInAs} startTo={startTo} />
          </div>
          <PageDataNotices />
        </header>
        <main id="main" tabIndex={-1} className="flex-1">
          {children}
        </main>
        <MarketingFooter feedbackUrl={feedbackUrl} />
      </div>
    </ToastArea>
  );
}

function MarketingFooter({ feedbackUrl }: { feedbackUrl: string | null }) {
  return (
    <footer data-chrome className="border-t border-border">
      <div
        className={`${marketingWidth} flex min-h-12 flex-wrap items-center gap-x-5 py-2 text-xs text-muted`}
      >
        <FooterLine
          links={[
            { to: '/docs', label: 'Docs' },
            { to: '/status', label: 'Status' },
            { to: '/dashboard/api-docs', label: 'API Docs', isExtra: true },
            { to: '/terms', label: 'Terms' },
            { to: '/privacy', label: 'Privacy' },
            ...(feedbackUrl ? [{ to: feedbackUrl, label: 'Request Feature', isExtra: true }] : []),
          ]}
        />
      </div>
    </footer>
  );
}

interface WaysProps {
  signedInAs: string | null | undefined;
  pictureUrl: string | null;
  startTo: string | undefined;
}

function Ways({ signedInAs, pictureUrl, startTo }: WaysProps) {
  // The link works for everyone: it passes through the sign-in if needed.
  if (signedInAs === undefined)
    return (
      <ButtonLink to="/dashboard" variant="primary">
        Dashboard
      </ButtonLink>
    );
  if (signedInAs) {
    return (
      <>
        {pictureUrl ? (
          <img
            src={pictureUrl}
            alt={signedInAs}
            width="32"
            height="32"
            // Hides the page's URL from the picture's host.
            referrerPolicy="no-referrer"
            className="size-8 shrink-0 overflow-hidden rounded-full bg-sunken object-cover text-xs"
          />
        ) : (
          <span className="max-w-40 truncate font-medium">{signedInAs}</span>
        )}
        <ButtonLink to="/dashboard" variant="primary">
          Dashboard
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <SignInLink door="sign-in">Sign In</SignInLink>
      <SignInLink door="get-started" redirectTo={startTo} variant="primary">
        Get Started
      </SignInLink>
    </>
  );
}

interface NarrowMenuProps {
  links: { href: string; label: string; isNew: boolean }[];
  signedInAs: string | null | undefined;
  startTo: string | undefined;
}

function NarrowMenu({ links, signedInAs, startTo }: NarrowMenuProps) {
  return (
    <DetailsMenu
      label="Menu"
      className="static md:hidden"
      panelClassName="inset-x-0 top-full mt-0 w-auto rounded-none border-x-0"
      opener={<Icon of={Menu} />}
    >
      {links.map(({ href, label, isNew }) => (
        <a key={href} href={href} className={menuLine}>
          {label}
          {isNew ? <Tag>New</Tag> : null}
        </a>
      ))}
      {links.length > 0 ? <div className={menuRule} /> : null}
      {signedInAs !== null ? (
        <>
          {signedInAs ? <p className="truncate px-2.5 py-2 text-muted">{signedInAs}</p> : null}
          <Link to="/dashboard" className={menuLine}>
            Dashboard
          </Link>
        </>
      ) : (
        <>
          <SignInMenuLine door="sign-in">Sign In</SignInMenuLine>
          <SignInMenuLine door="get-started" redirectTo={startTo}>
            Get Started
          </SignInMenuLine>
        </>
      )}
    </DetailsMenu>
  );
}
