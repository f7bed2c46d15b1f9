const responses = new WeakMap<object, Map<unknown, Promise<unknown>>>();

/**
 * Caches a value for all loaders of one request: each page has the loaders of its layouts beside its own.
 * @param context of the request, the same for each of its loaders
 * @param key of the value
 */
export function oncePerRequest<Result>({
  context,
  key,
  ask,
}: {
  context: object;
  key: unknown;
  ask: () => Promise<Result>;
}): Promise<Result> {
  const known = responses.get(context) ?? new Map<unknown, Promise<unknown>>();
  responses.set(context, known);
  const response = (known.get(key) as Promise<Result> | undefined) ?? ask();
  known.set(key, response);
  return response;
}
