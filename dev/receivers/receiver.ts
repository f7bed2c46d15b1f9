import type { z } from 'zod';

/** A request as a provider reads it. */
export interface Arrived {
  method: string;
  /** Below the name of the provider, with a leading slash. */
  path: string;
  search: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A message as the provider's own program reads its marks. */
export interface ShownMessage {
  title: string;
  text: string;
  /** Addresses that its marks make clickable. */
  links: string[];
  /** People and groups that it would notify. */
  mentions: string[];
  /** Emphasis and other marks that come from nothing of ours. */
  marks: string[];
  color?: string;
  note?: string;
}

export interface Received {
  /** Rules that the request breaks, each with the documented limit. */
  problems: string[];
  reply: Reply;
  shown: ShownMessage | null;
  /** The key by which the provider counts its rate limit. */
  destination: string;
}

/** A request as it is kept and shown. */
export interface KeptMessage extends Received {
  kind: string;
  /** ISO 8601 */
  at: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  rulesUrl: string;
}

export interface Receiver {
  /** The provider's documentation of its rules. */
  rulesUrl: string;
  receive: (arrived: Arrived) => Received;
  /** Documented errors by a name that a test puts into the address. */
  errors: Record<string, Reply>;
  /** Documented rate limits for one destination. */
  limits: { most: number; perMs: number }[];
}

export const jsonReply = (status: number, content: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(content),
});

export const textReply = (status: number, body: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});

/** Reads a JSON body by a schema; `problems` are empty exactly if `content` is valid. */
export function readBody<Content>({
  arrived,
  schema,
  mostBytes,
}: {
  arrived: Arrived;
  schema: z.ZodType<Content>;
  mostBytes: number;
}): { content: Content | null; problems: string[] } {
  const problems: string[] = [];
  const bytes = Buffer.byteLength(arrived.body);
  if (arrived.method !== 'POST') problems.push(`The method is ${arrived.method}; it must be POST.`);
  if (!/^application\/json\b/.test(arrived.headers['content-type'] ?? ''))
    problems.push('The content type must be application/json.');
  if (bytes > mostBytes) problems.push(`The body has ${bytes} bytes; at most ${mostBytes} are accepted.`);
  const parsed = schema.safeParse(parse(arrived.body));
  if (!parsed.success)
    problems.push(
      ...parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`),
    );
  return { content: parsed.success ? parsed.data : null, problems };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A text with half a surrogate pair or a control character is shown as garbage, or refused. */
export function brokenCharacters(text: string): string[] {
  return [
    ...(/\p{Cs}/u.test(text) ? ['A text has half of a surrogate pair.'] : []),
    ...(/(?![\n\t])\p{Cc}/u.test(text) ? ['A text has a control character.'] : []),
  ];
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The text behind the entities that all of these formats know. */
export const unescapeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);

/** A `<`, `>` or `&` that is no entity. */
export const bareMarks = (text: string): string[] => text.match(/[<>]|&(?!(?:amp|lt|gt|quot);)/g) ?? [];
