import type { LoaderFunctionArgs } from '@remix-run/node';
import { errorResponse } from '#app/http/api/response.server.ts';
import { AppError } from '#domain/errors.ts';

/** Every path under /api that is no call. */
export function loader({ request }: LoaderFunctionArgs) {
  return errorResponse({ error: new AppError('not_found'), request });
}

export function action(args: LoaderFunctionArgs) {
  return loader(args);
}
