import { data } from '@remix-run/node';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireAdmin } from '#app/http/session/guards.server.ts';

/** Unknown paths under /admin; non-admins get no hint of the existing ones (D3). */
export const loader = pageLoader({
  guard: requireAdmin,
  run: () => {
    throw data(null, { status: 404 });
  },
});

export default function UnknownPage() {
  return null;
}
