const answers = new WeakMap<object, Map<unknown, Promise<unknown>>>();

/**
 * What several loaders of one request ask for, asked once: each page has the loaders of its layouts beside its own.
 * @param context of the request, the same for each of its loaders
 * @param key says what is asked for
 */
export function oncePerRequest<Answer>({
  context,
  key,
  ask,
}: {
  context: object;
  key: unknown;
  ask: () => Promise<Answer>;
}): Promise<Answer> {
  const known = answers.get(context) ?? new Map<unknown, Promise<unknown>>();
  answers.set(context, known);
  const answer = (known.get(key) as Promise<Answer> | undefined) ?? ask();
  known.set(key, answer);
  return answer;
}
