import { parseUrl } from '#domain/text/parse-url.ts';

/** The host a call came to, after its redirects, with its port; of a mail its address. */
export function calledHost({
  url,
  hops,
}: {
  /** URL of the job. */
  url: string;
  hops: readonly { location: string }[] | null | undefined;
}): string {
  const last = hops?.at(-1)?.location ?? url;
  const parsed = parseUrl(last);
  return parsed ? parsed.host || parsed.pathname : last;
}
