import { data } from '@remix-run/node';
import { requireAdmin } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';

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
