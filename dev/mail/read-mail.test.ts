import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { mailPage } from './pages.ts';
import { decodeWords, readMail } from './read-mail.ts';

/** A mail as the mailer of the product writes it. */
async function rawOf(mail: { subject: string; text: string; html?: string }): Promise<string> {
  const mailer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await mailer.sendMail({ from: 'a@b.example', to: 'c@d.example', ...mail });
  return (message as Buffer).toString('utf8');
}

const long = 'A line that is longer than the 76 characters that quoted-printable allows, with an ü. '.repeat(
  3,
);

test.each([
  { subject: 'Plain', text: 'Short.\n', html: undefined },
  {
    subject: 'Überblick der Woche: 1.204 Ausführungen, drei davon fehlgeschlagen – täglich',
    text: long,
    html: `<p>${long}</p>`,
  },
  {
    subject: '日本語',
    text: '日本語'.repeat(40),
    html: '<a href="https://punctual.example/?a=1&amp;b=2">x</a>',
  },
])('$subject is read back as written', async ({ html, ...mail }) => {
  const read = readMail(await rawOf({ ...mail, ...(html !== undefined && { html }) }));
  expect(read.headers).toMatchObject({ Subject: mail.subject, To: 'c@d.example' });
  expect(read.text.replaceAll('\r\n', '\n').trim()).toBe(mail.text.trim());
  expect(read.html?.trim()).toBe(html);
});

test('text that only looks like an encoded word is unchanged', () => {
  for (const text of ['=?nonsense?q?x?=', '=?', 'a =? b ?= c']) expect(decodeWords(text)).toBe(text);
});

test('no part of a mail becomes markup of the surrounding page', () => {
  const mail = { headers: { Subject: '<b>"x"' }, text: '<script>1</script>', html: '"><script>2</script>' };
  const page = mailPage({ id: '1', mail });
  expect(page).not.toContain('<script>');
  expect(page).not.toContain('<b>');
});
