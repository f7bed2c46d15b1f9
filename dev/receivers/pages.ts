import type { KeptMessage } from './receiver.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark] ?? mark);

const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Receivers</title>
<style>body{font:14px/1.5 sans-serif;margin:2rem auto;max-width:48rem;padding:0 1rem}
article{border-left:4px solid #999;padding:.5rem 1rem;margin:1rem 0;background:#f6f6f6;overflow-wrap:anywhere}
article p{white-space:pre-wrap}.problem{color:#b42318}small{color:#555}pre{white-space:pre-wrap}</style>
`;

/** The last messages, newest first, roughly as their providers show them; without a script. */
export function messagesPage(messages: KeptMessage[]): string {
  const shown = messages.map(articleOf).join('\n');
  return `${head}<h1>Receivers</h1>
<p>What the product sent to Slack, Discord and the others; nothing leaves this machine. The same as <a href="/messages">JSON</a>.</p>
${shown || '<p>Nothing yet.</p>'}
</html>`;
}

function articleOf({ kind, at, path, reply, problems, shown, rulesUrl, body }: KeptMessage): string {
  const links = (shown?.links ?? []).map((url) => `<a href="${escape(url)}">${escape(url)}</a>`).join('<br>');
  const broken = problems.map((problem) => `<li class="problem">${escape(problem)}</li>`).join('');
  return `<article${shown?.color === undefined ? '' : ` style="border-color:${escape(shown.color)}"`}>
<small>${at} · ${escape(kind)} ${escape(path)} · ${reply.status}${shown?.note ? ` · ${escape(shown.note)}` : ''}</small>
<h2>${escape(shown?.title ?? '(not read)')}</h2><p>${escape(shown?.text ?? '')}</p><p>${links}</p>
${broken === '' ? '' : `<ul>${broken}</ul><small>Rules: <a href="${escape(rulesUrl)}">${escape(rulesUrl)}</a></small>`}
<details><summary>Body</summary><pre>${escape(body)}</pre></details></article>`;
}
