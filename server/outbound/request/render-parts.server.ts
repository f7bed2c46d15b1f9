import { headersError, longestValue, valueTooLong } from '#domain/job/headers.ts';
import { largestPayload } from '#domain/job/job-rules.ts';
import { targetError } from '#domain/job/job-target.ts';
import { longestUrl, urlTooLong } from '#domain/outbound-url.ts';
import { placingOf, render } from '#domain/text/rendering.ts';
import { variableNames, withoutVariables } from '#domain/text/variables.ts';

/** The texts of a request that may hold variables. */
export interface RequestParts {
  url: string;
  headers: Record<string, string>;
  payload: string | null;
}

export interface RenderedParts extends RequestParts {
  /** Detected type of a payload whose job names none. */
  contentType: string | null;
}

/** Characters of URLs and headers are judged exactly once they are made: one of them has three bytes at most. */
const mostPerCharacter = 3;
const payloadTooLarge = 'The payload is larger than 256 KiB.';

/** The variables a request names. */
export function variablesOf({ url, headers, payload }: RequestParts): string[] {
  return variableNames([url, ...Object.values(headers), payload ?? ''].join('\n'));
}

/**
 * Fills in the variables of a request, escaped by position (domain/text/rendering).
 * @param mostPayload bytes of the payload
 * @returns an error in words if a part would exceed its limit: it is not rendered
 */
export function renderParts({
  parts: { url: urlTemplate, headers, payload: template },
  values,
  mostPayload = largestPayload,
}: {
  parts: RequestParts;
  values: Record<string, string>;
  mostPayload?: number;
}): RenderedParts | { error: string } {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const contentType = named === null && template && isJsonTemplate(template) ? 'application/json' : null;
  const url = render({ text: urlTemplate, values, placing: 'url', most: longestUrl * mostPerCharacter });
  if (url === null) return { error: urlTooLong };
  const written: [string, string][] = [];
  for (const [name, text] of Object.entries(headers)) {
    const value = render({ text, values, placing: 'plain', most: longestValue * mostPerCharacter });
    if (value === null) return { error: valueTooLong(name) };
    written.push([name, value]);
  }
  const placing = placingOf(named ?? contentType);
  const payload = template && render({ text: template, values, placing, most: mostPayload });
  if (template && payload === null) return { error: payloadTooLarge };
  return { url, headers: Object.fromEntries(written), payload, contentType };
}

/**
 * Repeats the checks of a save on the rendered request: a value must not lead elsewhere, add a header or change the
 * kind of a payload (security.md section 2). The target's host and address are checked with the call.
 * @returns an error, null if all may be sent
 */
export function renderedError({
  parts,
  rendered,
}: {
  parts: RequestParts;
  rendered: RenderedParts;
}): string | null {
  const { url, headers, payload } = rendered;
  if (url.length > longestUrl) return urlTooLong;
  const isMail = /^mailto:/i.test(url);
  const form = targetError({ text: parts.url, type: null });
  if (form !== null) return form;
  if (url !== parts.url) {
    const changed = targetError({ text: url, type: null });
    if (changed !== null) return changed;
    if (!isMail && authorityOf(url) !== authorityOf(parts.url))
      return 'A variable changed the host of the URL.';
  }
  const header = headersError(headers);
  if (header !== null) return header;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return payload && /[/+]json\b/i.test(type) && !isJson(payload) ? 'The payload is not JSON.' : null;
}

/** Scheme, host and port as written. */
function authorityOf(url: string): string | undefined {
  return /^[^/?#]*\/\/[^/?#]*/.exec(url)?.[0];
}

/** A text with a single variable parses as JSON with a placeholder, yet means the plain value. */
function isJsonTemplate(payload: string): boolean {
  return (
    (variableNames(payload).length === 0 || /^\s*([["]|\{(?!\{))/.test(payload)) &&
    isJson(withoutVariables(payload))
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
