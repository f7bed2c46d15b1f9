import { mask } from '#domain/job/secret-headers.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { variableNames } from '#domain/text/variables.ts';

export interface RedirectTarget {
  url: string;
  /** A job can call it: http or https, with no masked value and no variable its URL does not have already. */
  canBeCalled: boolean;
}

const encodedVariable = /%7B%7B([\w.]+)%7D%7D/gi;

/**
 * Target of a 3xx response, resolved against the responding address (RFC 9110 section 10.2.2); null if there is none.
 * The target chooses the Location, so a variable in it must also be in the job's URL: otherwise the target could send a
 * value of the owner to an address of its choice.
 * @param base the called address, secrets masked
 * @param hops the redirects followed before, secrets masked
 * @param template the URL of the job with its variables; if omitted, a redirect with variables cannot be called
 */
export function redirectTarget({
  statusCode,
  location,
  base,
  hops,
  template,
}: {
  statusCode: number | null;
  location: string | undefined;
  base: string | undefined;
  hops?: readonly { location: string }[] | null | undefined;
  template?: string | undefined;
}): RedirectTarget | null {
  if (statusCode === null || statusCode < 300 || statusCode > 399 || !location) return null;
  const url = parseUrl(location, hops?.at(-1)?.location ?? template ?? base);
  if (url === null) return { url: location, canBeCalled: false };
  const named = template === undefined ? [] : variableNames(template);
  // Braces are encoded in paths: those of the job's own variables come back.
  const text = url.href.replace(encodedVariable, (encoded, name: string) =>
    named.includes(name) ? `{{${name}}}` : encoded,
  );
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  const isWhole = !text.includes(mask) && variableNames(text).every((name) => named.includes(name));
  return { url: text, canBeCalled: isHttp && isWhole };
}
