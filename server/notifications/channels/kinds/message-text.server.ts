import { cutJsonBytes } from '#server/notifications/cut-text.server.ts';
import type { Message } from '#server/notifications/message.server.ts';

/** With the notifications of a digest (message.server.ts) the whole stays below 100 kB. */
export const mostTextBytes = 32_768;

/** Title and lines of a message as one text, for programs; at most 32,768 bytes inside JSON. */
export function messageText({ title, lines }: Pick<Message, 'title' | 'lines'>): string {
  return cutJsonBytes({ text: [`${title}.`, ...lines].join(' '), most: mostTextBytes });
}
