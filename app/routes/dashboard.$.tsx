import { data } from '@remix-run/node';
import { requireUser } from '#app/http/guards.server.ts';
import { pageLoader } from '#app/http/page-loader.server.ts';

/** Every path under /dashboard that is no page (D3). */
export const loader = pageLoader({
  guard: requireUser,
  run: () => {
    throw data(null, { status: 404 });
  },
});

export default function UnknownPage() {
  return null;
}
