import { data } from '@remix-run/node';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';

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
