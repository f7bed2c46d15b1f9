/** Content of an email; all of it is text, none of it HTML. */
export interface EmailTemplate {
  title: string;
  /** A paragraph each. */
  lines: string[];
  link: Link;
  /** The reason for the email, and a link to change it. */
  why: string;
  change: Link | null;
}

interface Link {
  label: string;
  url: string;
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** An email as text and as HTML with the same content: no picture, no style sheet, nothing to load. */
export function renderEmail({ title, lines, link, why, change }: EmailTemplate): {
  text: string;
  html: string;
} {
  const anchor = ({ label, url }: Link) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const changed = change ? `${change.label}: ${change.url}\n` : '';
  return {
    text: `${title}\n\n${lines.join('\n')}\n\n${link.label}: ${link.url}\n\n-- \n${why}\n${changed}`,
    html: [
      '<div style="font:14px/1.5 sans-serif;max-width:36em">',
      `<h1 style="font-size:18px">${escapeHtml(title)}</h1>`,
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p>${anchor(link)}</p>`,
      `<p style="font-size:12px">${escapeHtml(why)}${change ? ` ${anchor(change)}` : ''}</p>`,
      '</div>',
    ].join('\n'),
  };
}
