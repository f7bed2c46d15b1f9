import type { RequestHandler } from 'express';
import { isOperator } from '#app/http/edge/operator-request.server.ts';

/** A dependency for /readyz: resolves to its state. */
export type PartCheck = () => Promise<boolean>;

const responseLimitMs = 1_500;

/** The process is up; says nothing of the parts it depends on. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'ok' });
};

/** Details of `/readyz?verbose`: names, instants, durations and counts, for operators. */
export type Details = () => Promise<Record<string, unknown>>;

/**
 * Reports whether the product can do its work: 503 with the failing parts by name, always within two seconds. For an
 * operator's `?verbose` it adds details, or says that they are unavailable; other clients get the plain response.
 */
export function readyz({
  parts,
  details,
  operatorToken = '',
}: {
  parts: Record<string, PartCheck>;
  details?: Details | undefined;
  operatorToken?: string | undefined;
}): RequestHandler {
  return (request, response, next) => {
    const isVerbose = 'verbose' in request.query && isOperator({ request, token: operatorToken });
    const more =
      details && isVerbose
        ? within({ work: details, otherwise: { details: 'unavailable' } })
        : Promise.resolve({});
    Promise.all([failingParts(parts), more]).then(([failing, found]) => {
      response
        .status(failing.length > 0 ? 503 : 200)
        .set('Cache-Control', 'no-store')
        .json({ ...(failing.length > 0 ? { status: 'failing', failing } : { status: 'ready' }), ...found });
    }, next);
  };
}

/** Names of the dependencies that are down, report an error, or take too long. */
export async function failingParts(parts: Record<string, PartCheck>): Promise<string[]> {
  const names = Object.keys(parts);
  const isThere = await Promise.all(Object.values(parts).map((work) => within({ work, otherwise: false })));
  return names.filter((_name, index) => !isThere[index]);
}

/** Result of the work, or the fallback if it fails or takes too long. */
async function within<ApiResponse>({
  work,
  otherwise,
}: {
  work: () => Promise<ApiResponse>;
  otherwise: ApiResponse;
}): Promise<ApiResponse> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ApiResponse>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), responseLimitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
