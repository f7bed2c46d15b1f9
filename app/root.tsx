import type { LinksFunction, MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { SiteNotice } from '#app/components/frame/site-notice.tsx';
import { SkipLink } from '#app/components/frame/skip-link.tsx';
import { pushScript } from '#app/http/push-script.ts';
import { themeScript } from '#app/http/theme-script.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { useNonce } from '#app/protocol/nonce.ts';
import { useRequestId } from '#app/protocol/request-id.ts';
import { headLinks } from '#app/styles/head-links.ts';
import { readNotice } from '#server/admin/notice.server.ts';

export const links: LinksFunction = () => headLinks;

export const meta: MetaFunction = ({ error }) => [{ title: error ? errorTitle(error) : 'Punctual' }];

/** The admin's banner for every page. */
export const loader = async () => ({ notice: await readNotice() });

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const matches = useMatches();
  const hasOwnScript = matches.some(({ handle }) => says(handle, 'hasOwnScript'));
  // Browsers keep that page for weeks, so it has no current facts.
  const isKept = matches.some(({ handle }) => says(handle, 'isKept'));
  const notice = useRouteLoaderData<typeof loader>('root')?.notice;
  return (
    // The theme script sets the class before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f9f8f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1019" media="(prefers-color-scheme: dark)" />
        <meta name="request-id" content={useRequestId()} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: themeScript + pushScript }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        {notice && !isKept ? <SiteNotice>{notice}</SiteNotice> : null}
        {children}
        {hasOwnScript ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/**
 * Reports whether a route's `handle` declares a fact about its page: `hasOwnScript`: without React and the
 * router; `isKept`: cached by the service worker.
 */
function says(handle: unknown, what: 'hasOwnScript' | 'isKept'): boolean {
  return typeof handle === 'object' && handle !== null && what in handle;
}

export default function Root() {
  return <Outlet />;
}

/** For errors that no layout's boundary caught. */
export function ErrorBoundary() {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <RouteError action={{ to: '/', label: 'Go to Home' }} />
      </main>
    </>
  );
}
