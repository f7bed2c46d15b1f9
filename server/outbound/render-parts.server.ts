import { headersFault } from '#domain/headers.ts';
import { targetFault } from '#domain/job-target.ts';
import { placingOf, render } from '#domain/rendering.ts';
import { variableNames, withoutVariables } from '#domain/variables.ts';

/** The texts of a request that may hold variables. */
export interface RequestParts {
  url: string;
  headers: Record<string, string>;
  payload: string | null;
}

export interface RenderedParts extends RequestParts {
  /** The type of a payload whose job names none, told by what it is. */
  contentType: string | null;
}

const largestPayload = 262_144;

/** The variables that a request names. */
export function variablesOf({ url, headers, payload }: RequestParts): string[] {
  return variableNames([url, ...Object.values(headers), payload ?? ''].join('\n'));
}

/** Fills in the variables of a request, each as its place asks for (domain/rendering). */
export function renderParts({
  parts: { url, headers, payload },
  values,
}: {
  parts: RequestParts;
  values: Record<string, string>;
}): RenderedParts {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  const contentType = named === null && payload && isJsonTemplate(payload) ? 'application/json' : null;
  return {
    url: render({ text: url, values, placing: 'url' }),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, render({ text, values, placing: 'plain' })]),
    ),
    payload: payload && render({ text: payload, values, placing: placingOf(named ?? contentType) }),
    contentType,
  };
}

/**
 * The rules of a save once more, on what is really sent: a value must not lead elsewhere, add a header or make a
 * payload of another kind (security.md section 2). The target's host and address are judged with the call.
 * @returns what is wrong, null when all may be sent
 */
export function renderedFault({
  parts,
  rendered,
}: {
  parts: RequestParts;
  rendered: RenderedParts;
}): string | null {
  const { url, headers, payload } = rendered;
  const isMail = /^mailto:/i.test(url);
  const texts = new Set([parts.url, url]);
  const form = [...texts].map((text) => targetFault({ text, type: null })).find((fault) => fault !== null);
  if (form !== undefined) return form;
  if (!isMail && authorityOf(url) !== authorityOf(parts.url))
    return 'A variable changed the host of the URL.';
  const header = headersFault(headers);
  if (header !== null) return header;
  if (Buffer.byteLength(payload ?? '') > largestPayload) return 'The payload is larger than 256 KiB.';
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return payload && /[/+]json\b/i.test(type) && !isJson(payload) ? 'The payload is not JSON.' : null;
}

/** Scheme, host and port as written. */
function authorityOf(url: string): string | undefined {
  return /^[^/?#]*\/\/[^/?#]*/.exec(url)?.[0];
}

/** A text that is nothing but a variable reads as JSON by its stand-in, yet means its value as it is. */
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
