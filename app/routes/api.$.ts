import { apiError } from '#app/http/api-error.server.ts';

/** Every path under /api that is no call. */
export function loader() {
  return apiError({ type: 'not_found' });
}

export function action() {
  return loader();
}
