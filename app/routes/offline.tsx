import type { MetaFunction } from '@remix-run/node';
import { ErrorPage } from '#app/components/frame/error-page.tsx';
import { FooterLine } from '#app/components/frame/footer.tsx';
import { Brand } from '#app/components/frame/logo.tsx';
import { SkipLink } from '#app/components/frame/skip-link.tsx';
import { useNonce } from '#app/protocol/nonce.ts';

export const meta: MetaFunction = () => [
  { title: 'Offline · Punctual' },
  { name: 'robots', content: 'noindex' },
];

/**
 * Without the router: the service worker serves this page at other pages' URLs, and the router would take it
 * for theirs.
 */
export const handle = { hasOwnScript: true, isKept: true };

// Polls besides the event, which may come before this script and says nothing about an unreachable server.
// The page at /offline itself stays. The mark tells tests that the script is ready.
const returnScript = `let isAsking = false;
async function look() {
  if (isAsking) return;
  isAsking = true;
  const asked = fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  isAsking = await asked.then(({ ok }) => ok, () => false);
  if (isAsking) location.reload();
}
addEventListener('online', look);
if (location.pathname !== '/offline') setInterval(look, 5_000);
document.documentElement.dataset.ready = '';`;

/** The service worker's page without a network; it has no account data. */
export default function OfflinePage() {
  const nonce = useNonce();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-14 items-center px-4 sm:px-6">
        <Brand to="/" />
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        <ErrorPage
          title="You Are Offline"
          message="Punctual could not be reached from here. Your jobs keep running on our servers."
          action={{ label: 'Try Again' }}
        />
      </main>
      <footer className="flex h-12 items-center gap-5 border-t border-border px-4 text-xs text-muted sm:px-6">
        <FooterLine links={[]} />
      </footer>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: returnScript }} />
    </div>
  );
}
