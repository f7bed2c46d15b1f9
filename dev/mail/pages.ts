import type { Caught } from './caught.ts';
import type { ReadMail } from './read-mail.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

const head = (
  title: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>
<style>body{font:14px/1.5 sans-serif;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left;vertical-align:top}
pre{white-space:pre-wrap}iframe{width:100%;height:24rem;border:1px solid #999}</style>
`;

/** List of captured mails, newest first, without a script. */
export function listPage(mails: Caught[]): string {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<tr><td>${at}</td><td>${escape(to.join(', '))}</td><td><a href="/read/${id}">${escape(subject) || '(no subject)'}</a></td></tr>`,
  );
  return `${head('Caught mail')}<h1>Caught mail</h1>
<p>What the product sent; nothing leaves this machine. The same as <a href="/messages">JSON</a>.</p>
${rows.length > 0 ? `<table><tr><th>At</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>` : '<p>Nothing yet.</p>'}
</html>`;
}

/** A mail as its reader sees it: what a mail program shows of its headers, its text, and its HTML without a script. */
export function mailPage({ id, mail }: { id: string; mail: ReadMail }): string {
  const { headers, text, html } = mail;
  const rows = Object.entries(headers).map(
    ([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`,
  );
  return `${head(headers['Subject'] ?? 'Mail')}<h1>${escape(headers['Subject'] ?? '(no subject)')}</h1>
<p><a href="/">All</a> · <a href="/messages/${id}">As it came</a></p>
<table>${rows.join('')}</table>
<h2>Text</h2><pre>${linked(text)}</pre>
${html === null ? '' : `<h2>HTML</h2><iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${html}`)}"></iframe>`}
</html>`;
}

/** A text whose addresses can be followed. */
function linked(text: string): string {
  return escape(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);
}
