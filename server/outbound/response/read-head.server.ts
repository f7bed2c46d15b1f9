import { trimBlanks } from '#server/outbound/trim-blanks.server.ts';
import type { ResponseHead } from '#server/outbound/types.ts';

const headerLine = /^([^:]+):(.*)$/;

/**
 * The head of a response as it was received.
 * @param text in latin1; the last line may have broken off
 */
export function readHead(text: string): ResponseHead {
  const [statusLine = '', ...lines] = Buffer.from(text, 'latin1').toString('utf8').split(/\r?\n/);
  const headers = lines.flatMap((line): ResponseHead['headers'] => {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    return name === undefined ? [] : [[name, trimBlanks(value)]];
  });
  return { statusLine, headers };
}
