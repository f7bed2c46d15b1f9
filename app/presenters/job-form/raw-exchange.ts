import { isSecretHeader, mask } from '#domain/job/secret-headers.ts';
import { parseUrl } from '#domain/text/parse-url.ts';
import { statusText } from '#domain/text/status-phrase.ts';
import type { RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import type { CallResponse } from '#server/outbound/types.ts';

type Line = readonly [name: string, value: string];

/** Methods whose requests announce an empty body. */
const announcesEmpty = new Set(['POST', 'PUT', 'PATCH']);

/** A request as the bytes that leave (HTTP/1.1), the values of secret headers masked. */
export function rawRequest({ method, url, headers, payload }: RebuiltRequest): string {
  const target = parseUrl(url);
  const start = `${method} ${target ? `${target.pathname}${target.search}` : url} HTTP/1.1`;
  return message({
    start,
    headers: [
      ...(target ? [['host', target.host] as const] : []),
      ['connection', 'keep-alive'],
      ...Object.entries(headers),
      ...contentLength({ method, payload }),
    ],
    body: payload ?? '',
  });
}

/** The sent length; omitted if a mask replaces a part. */
function contentLength({ method, payload }: Pick<RebuiltRequest, 'method' | 'payload'>): Line[] {
  if (payload === null) return announcesEmpty.has(method) ? [['content-length', '0']] : [];
  return payload.includes(mask) ? [] : [['content-length', String(new TextEncoder().encode(payload).length)]];
}

/**
 * A response as it was received, the values of secret headers masked: status line, headers and the body as text. A binary
 * body is not kept.
 */
export function rawResponse({ statusCode, headers, head, body }: CallResponse): string {
  return message({
    start: head?.statusLine ?? `HTTP/1.1 ${statusText(statusCode)}`,
    headers: head?.headers ?? Object.entries(headers),
    body,
  });
}

function message({
  start,
  headers,
  body,
}: {
  start: string;
  headers: readonly Line[];
  body: string;
}): string {
  const lines = headers.map(([name, value]) => `${name}: ${isSecretHeader(name) ? mask : value}`);
  return [start, ...lines, '', body].join('\n');
}
