import type { CallHop, CallResponse, CallResult, ResponseHead } from '#server/outbound/types.ts';
import type { Mask } from './mask-secrets.server.ts';

/**
 * Limit of all headers together: a target sends up to 64 KiB, and a masked value may grow by the name of its secret.
 */
const largestHeaders = 131_072;
/** A URL that is called has 2,048 characters; the names of secrets may be longer than their values. */
const longestLocation = 4_096;
/** A response up to here is masked in well under a millisecond. */
const smallText = 4_096;

/**
 * A result for storage: its response without the secrets of the call (D41), in the body, the headers and their names.
 * The response is judged before, unmasked.
 */
export async function maskResult({ result, mask }: { result: CallResult; mask: Mask }): Promise<CallResult> {
  const { response, hops } = result;
  const kept = hops ? { ...result, hops: maskHops({ hops, mask }) } : result;
  if (!response) return kept;
  if (mask.isIdle?.()) return { ...kept, response: withoutSearched(response) };
  const headerSize = Object.values(response.headers).reduce((sum, { length }) => sum + length, 0);
  if (response.body.length + headerSize > smallText) await loopTurn();
  else if (mask.isClear?.({ text: textOf(response), isCut: response.isTruncated }))
    return { ...kept, response: withoutSearched(response) };
  return { ...kept, response: maskResponse({ response, mask }) };
}

/** All of a response in one text: a small one mostly repeats nothing, and one search costs less than one for each part. */
function textOf({ body, headers, head }: CallResponse): string {
  const parts = [body, ...Object.entries(headers).flat()];
  if (head) parts.push(head.statusLine, ...head.headers.flat());
  return parts.join('\n');
}

/** The text for the pattern is not stored. */
function withoutSearched({ searched: _, ...response }: CallResponse): CallResponse {
  return response;
}

function maskHops({ hops, mask }: { hops: CallHop[]; mask: Mask }): CallHop[] {
  return hops.map((hop) => ({
    ...hop,
    location: mask({ text: hop.location, isShort: true, most: longestLocation }).text,
  }));
}

function maskResponse({ response: given, mask }: { response: CallResponse; mask: Mask }): CallResponse {
  const response = withoutSearched(given);
  const { text: body, isCut } = mask({ text: response.body, isCut: response.isTruncated });
  return {
    ...response,
    headers: Object.fromEntries(maskHeaders({ headers: Object.entries(response.headers), mask })),
    body,
    isTruncated: response.isTruncated || isCut,
    ...(response.head && { head: maskHead({ head: response.head, mask }) }),
  };
}

function maskHead({ head: { statusLine, headers }, mask }: { head: ResponseHead; mask: Mask }): ResponseHead {
  return { statusLine: mask({ text: statusLine }).text, headers: maskHeaders({ headers, mask }) };
}

function maskHeaders({
  headers,
  mask,
}: {
  headers: ResponseHead['headers'];
  mask: Mask;
}): ResponseHead['headers'] {
  let most = largestHeaders;
  return headers.map(([name, value]) => {
    // A redirect mostly repeats the URL that was called: there even a short value is one of its secrets.
    const maskedName = mask({ text: name, most }).text;
    most -= maskedName.length;
    const masked = mask({ text: value, isShort: name.toLowerCase() === 'location', most }).text;
    most -= Buffer.byteLength(masked);
    return [maskedName, masked];
  });
}

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Resolves after one turn of the event loop since the previous call. Otherwise some milliseconds for each of a hundred
 * simultaneous responses would block it for a second.
 */
function loopTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}
