import type { Caught } from './caught.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** What was caught, newest first; plain enough to need no script. */
export function listPage(mails: Caught[]): string {
  const rows = mails.map(
    ({ id, at, to, subject }) =>
      `<tr><td>${at}</td><td>${escape(to.join(', '))}</td><td><a href="/messages/${id}">${escape(subject) || '(no subject)'}</a></td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Caught mail</title>
<style>body{font:14px/1.5 sans-serif;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}</style>
<h1>Caught mail</h1>
<p>What the product sent; nothing leaves this machine. The same as <a href="/messages">JSON</a>.</p>
${rows.length > 0 ? `<table><tr><th>At</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>` : '<p>Nothing yet.</p>'}
</html>`;
}
