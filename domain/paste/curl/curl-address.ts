import type { LeftOut } from '#domain/paste/pasted.ts';

/** A variable of Punctual, one of the shell, a list `{a,b}` and a placeholder `{a}`, a range `[1-3]`. */
const pattern =
  /\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{([^{},]*)(,[^{}]*)?\}|\[([A-Za-z])-[A-Za-z](?::\d+)?\]|\[(\d+)-\d+(?::\d+)?\]/g;

/** The address as curl calls it, and who signs in by it. */
export interface CurlAddress {
  url: string;
  /** `user:password` of `https://user:password@host`; null without. */
  account: string | null;
}

/**
 * Reads an address as curl does: without a scheme it is http, and of the several addresses of a pattern the first is
 * taken.
 * @param scheme of an address without one
 * @param expansions what the shell would fill in
 */
export function curlAddress({
  given,
  scheme,
  isGlobOff,
  expansions,
  left,
}: {
  given: string;
  scheme: string;
  isGlobOff: boolean;
  expansions: ReadonlySet<string>;
  left: LeftOut[];
}): CurlAddress {
  const first = isGlobOff || !/[[{]/.test(given) ? given : firstOf({ given, left });
  const isOpen = /^[$`]/.test(first) && [...expansions].some((one) => first.startsWith(one));
  if (isOpen) {
    const why = 'Only your shell knows this URL. Enter the full URL in the form.';
    left.push({ what: given, why });
    return { url: first, account: null };
  }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(first);
  const url = hasScheme ? first : `${scheme}://${first}`;
  if (!hasScheme)
    left.push({ what: given, why: `No scheme given, so ${scheme}:// is used (as the command does).` });
  if (!url.includes('@')) return { url, account: null };
  const [, start = '', user, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?(.*)/is.exec(url) ?? [];
  return user === undefined ? { url, account: null } : { url: start + rest, account: decoded(user) };
}

function firstOf({ given, left }: { given: string; left: LeftOut[] }): string {
  const several: string[] = [];
  const first = given.replace(
    pattern,
    (whole, item?: string, more?: string, letter?: string, number?: string) => {
      if ((more ?? letter ?? number) !== undefined) several.push(whole);
      if (item !== undefined && more === undefined)
        left.push({ what: whole, why: 'This is a placeholder. Replace it with the value.' });
      return more === undefined ? (letter ?? number ?? whole) : (item ?? '');
    },
  );
  if (several.length > 0) {
    const why = 'cURL calls several addresses here; the first one is used. Create a job for each of them.';
    left.push({ what: given, why });
  }
  return first;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
