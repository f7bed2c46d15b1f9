import type { LoaderFunctionArgs } from '@remix-run/node';
import { errorResponse } from '#app/http/api/response.server.ts';
import { AppError } from '#domain/errors.ts';

/** Unknown paths below /api. */
export function loader({ request }: LoaderFunctionArgs) {
  return errorResponse({ error: new AppError('not_found'), request });
}

export function action(args: LoaderFunctionArgs) {
  return loader(args);
}
