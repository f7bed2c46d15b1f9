import { expect } from '@playwright/test';
import type { StackFacts } from '#dev/stack/facts.ts';

interface Asked {
  facts: StackFacts;
  subject: string;
  /** The recipient; anybody if absent. */
  to?: string;
  /** Time limit. */
  withinMs?: number;
}

/** The last mail caught by the local mail server, once it has arrived. */
export async function caughtMail({ facts, subject, to, withinMs }: Asked): Promise<string> {
  const find = async () => {
    const response = await fetch(`${facts.mailUrl}/messages${to ? `?to=${encodeURIComponent(to)}` : ''}`);
    const { messages } = (await response.json()) as { messages: { id: string; subject: string }[] };
    return messages.find((message) => message.subject === subject)?.id;
  };
  await expect
    .poll(find, { message: `a mail called ${subject}`, ...(withinMs !== undefined && { timeout: withinMs }) })
    .toBeTruthy();
  const response = await fetch(`${facts.mailUrl}/messages/${(await find()) ?? ''}`);
  // Encoding a mail's text folds long lines.
  return (await response.text()).replace(/=\r?\n/g, '');
}

/** The path of a mail's first link to the given page. */
export function linkIn({ mail, path }: { mail: string; path: string }): string {
  const [found] = new RegExp(`${path}[\\w.=-]+`).exec(mail) ?? [];
  if (found === undefined) throw new Error(`The mail has no link to ${path}.`);
  return found;
}
