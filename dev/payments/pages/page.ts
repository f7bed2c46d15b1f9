const style = `
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; padding: 1.5rem; display: grid; justify-content: center }
  main { width: min(44rem, 92vw) }
  .mode { background: #8a4b00; color: #fff; padding: .35rem .75rem; border-radius: 6px; font-weight: 600 }
  h1 { font-size: 1.4rem; margin: 1rem 0 .25rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top }
  label { display: block; margin: .4rem 0 } input[type=number] { width: 6rem }
  button, input { font: inherit; padding: .45rem .8rem; border: 1px solid #888; border-radius: 6px }
  button { cursor: pointer } form { margin: .75rem 0 } form.inline { display: inline; margin: 0 }
  [role=alert] { color: #b00020; font-weight: 600 }
  @media (prefers-color-scheme: dark) { [role=alert] { color: #ff8a80 } }`;

/** A page of the fake: each says that no money moves, and needs no script. */
export function page({ title, content }: { title: string; content: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)} · Test mode</title><style>${style}</style></head>
<body><main><p class="mode">Test mode: a stand-in for the payment provider. No money moves, and no real card belongs here.</p>
<h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const dollars = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

export const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

export const alert = (error: string | undefined) =>
  error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`;
