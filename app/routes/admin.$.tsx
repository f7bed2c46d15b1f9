import { data, type MetaFunction } from '@remix-run/node';
import { RouteError } from '#app/components/frame/route-error.tsx';
import { SkipLink } from '#app/components/frame/skip-link.tsx';
import { errorTitle } from '#app/http/error-facts.ts';
import { requireAdmin } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';

export const meta: MetaFunction = ({ error }) => [{ title: errorTitle(error) }];

/** Every path under /admin that is no page; who is no admin does not learn which are (D3). */
export const loader = pageLoader({
  guard: requireAdmin,
  run: () => {
    throw data(null, { status: 404 });
  },
});

export default function UnknownPage() {
  return null;
}

export function ErrorBoundary() {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1}>
        <RouteError action={{ to: '/dashboard', label: 'Go to Dashboard' }} />
      </main>
    </>
  );
}
