import type { IncomingHttpHeaders } from 'node:http';

const statusLine = /^HTTP\/1\.[01] ([2-9]\d\d)(?: [^\r\n]*)?\r?\n/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/;

/**
 * Status and headers of a response with a rejected or unfinished head: its complete lines, without invalid headers
 * (D43a).
 * @param text the received head, in latin1
 * @returns null without a status line, or for an interim one
 */
export function readBrokenHead(text: string): { statusCode: number; headers: IncomingHttpHeaders } | null {
  const status = statusLine.exec(text);
  if (!status) return null;
  const headers = new Map<string, string[]>();
  const lines = text.slice(status[0].length).split(/\r?\n/);
  // The part after the last line end may be an incomplete line.
  for (const line of lines.slice(0, -1)) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) continue;
    const key = name.toLowerCase();
    const values = headers.get(key) ?? [];
    values.push(Buffer.from(value, 'latin1').toString('utf8'));
    headers.set(key, values);
  }
  return { statusCode: Number(status[1]), headers: Object.fromEntries(headers) };
}
