import { data } from '@remix-run/node';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';

/** Unknown paths below /dashboard (D3). */
export const loader = pageLoader({
  guard: requireUser,
  run: () => {
    throw data(null, { status: 404 });
  },
});

export default function UnknownPage() {
  return null;
}
