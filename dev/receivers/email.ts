import { readMail } from '#dev/mail/read-mail.ts';
import type { ShownMessage } from './receiver.ts';

// dev/mail is the mail server; these are the rules for what it catches. https://www.rfc-editor.org/rfc/rfc5322#section-2.1.1:
// a line has 998 characters at most; https://www.rfc-editor.org/rfc/rfc8058: how mail programs end a subscription.
const longestLine = 998;

/** Checks a mail of a channel as it arrived. */
export function receiveMail(raw: string): { problems: string[]; shown: ShownMessage } {
  const { headers, text, html } = readMail(raw);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  const count = (name: string) => [...head.matchAll(new RegExp(`^${name}:`, 'gim'))].length;
  const links = [...(html ?? '').matchAll(/<a href="([^"]*)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
  return {
    problems: [
      ...['From', 'To', 'Subject', 'Message-ID', 'Date'].flatMap((name) =>
        count(name) === 1 ? [] : [`The header ${name} occurs ${count(name)} times.`],
      ),
      ...(count('Bcc') + count('Cc') > 0 ? ['A mail has one recipient.'] : []),
      ...(raw.split('\r\n').some((line) => line.length > longestLine) ? ['A line is too long.'] : []),
      ...(/<script|<img|<style|<link|<iframe/i.test(html ?? '') ? ['The HTML loads or runs something.'] : []),
      ...(/^<https?:\/\/\S+>$/.test(headers['List-Unsubscribe'] ?? '')
        ? []
        : ['List-Unsubscribe is missing.']),
      ...(headers['List-Unsubscribe-Post'] === 'List-Unsubscribe=One-Click'
        ? []
        : ['List-Unsubscribe-Post is missing.']),
    ],
    shown: { title: headers['Subject'] ?? '', text, links, mentions: [], marks: [] },
  };
}
