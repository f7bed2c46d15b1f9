import type { JobType } from '#domain/job/choices.ts';

const address = /^[^\s@,;:<>()"[\]\\{}]+@[^\s@,;:<>()"[\]\\{}]+\.[^\s@,;:<>()"[\]\\{}.]+$/;
/** Control, format, private and unassigned characters, and those shown as nothing. */
const invisible = /[\p{C}\p{DI}]/u;
const longestSubject = 200;

/**
 * Checks the form of a job's target; null if it is valid. server/outbound checks host, port and address of a URL,
 * because these depend on its settings.
 * @param type null: as the scheme says
 */
export function targetError({ text, type }: { text: string; type: JobType | null }): string | null {
  if (/^mailto:/i.test(text)) {
    if (type === 'webhook') return 'A webhook job needs a URL, such as https://api.example.com/run.';
    return mailError(text.slice('mailto:'.length));
  }
  if (type === 'email') return 'An email job needs an address, such as mailto:ops@example.com.';
  const host = /^https?:\/\/([^\s/?#]+)/i.exec(text)?.[1];
  if (host === undefined) return 'Enter a full URL starting with http:// or https://.';
  // Variables are filled in after the check of the target: they may change the path, never the host.
  return host.includes('{{')
    ? 'The host and the port of a URL cannot hold a variable. Write them out.'
    : null;
}

/** One address, and at most a subject: other parameters would add recipients or headers (security.md section 2). */
function mailError(text: string): string | null {
  const [to = '', query, ...more] = text.split('?');
  const recipient = decode(to);
  if (recipient !== null && !/[\r\n]/.test(recipient) && invisible.test(recipient)) {
    return 'The address contains an invisible character. Type it again, such as mailto:ops@example.com.';
  }
  if (recipient === null || !address.test(recipient) || more.length > 0) {
    return 'Write one address, such as mailto:ops@example.com.';
  }
  if (query === undefined || query === '') return null;
  const [name = '', value = '', ...rest] = query.split('=');
  if (name.toLowerCase() !== 'subject' || rest.length > 0 || value.includes('&')) {
    return 'Only a subject can follow the address, such as mailto:ops@example.com?subject=Report.';
  }
  const subject = decode(value);
  return subject === null || subject.length > longestSubject || /[\r\n\0]/.test(subject)
    ? `The subject can have ${longestSubject} characters on one line.`
    : null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Address and subject of a mail target.
 * @returns null when the text is none, by the rules above
 */
export function readMailTarget(text: string): { address: string; subject: string | null } | null {
  if (targetError({ text, type: 'email' }) !== null) return null;
  const [to = '', query = ''] = text.slice('mailto:'.length).split('?');
  const subject = decode(query.slice(query.indexOf('=') + 1));
  return { address: decode(to) ?? '', subject: subject || null };
}
