const style = `
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; display: grid; place-items: center; min-height: 100vh }
  main { width: min(22rem, 90vw) }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem }
  p { margin: .25rem 0 1rem }
  label { display: block; font-weight: 600; margin-top: .75rem }
  input, button { font: inherit; box-sizing: border-box; width: 100%; padding: .55rem .7rem; margin-top: .25rem;
    border: 1px solid #888; border-radius: 6px }
  button { margin-top: 1rem; cursor: pointer }
  [role=alert] { color: #b00020 }
  @media (prefers-color-scheme: dark) { [role=alert] { color: #ff8a80 } }`;

/** A page with one or more plain forms: it works without JavaScript. */
function page({ title, content }: { title: string; content: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`;
}

/** Asks who signs in; every password will do. */
export function loginPage({
  uid,
  email = '',
  error,
}: {
  uid: string;
  email?: string;
  error?: string;
}): string {
  return page({
    title: 'Development sign-in',
    content: `<p>Use free@, premium@, ultimate@ or admin@punctual.test, or any other address, with any password.</p>
${error ? `<p role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post" action="/interaction/${escapeHtml(uid)}/login">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" autocomplete="username" required autofocus value="${escapeHtml(email)}">
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required>
  <button type="submit">Sign In</button>
</form>
${cancelForm(uid)}`,
  });
}

/** Page about the requested scopes. */
export function consentPage({
  uid,
  client,
  scopes,
}: {
  uid: string;
  client: string;
  scopes: string[];
}): string {
  return page({
    title: 'Share your details?',
    content: `<p><strong>${escapeHtml(client)}</strong> asks for: ${escapeHtml(scopes.join(', '))}.</p>
<form method="post" action="/interaction/${escapeHtml(uid)}/consent"><button type="submit">Continue</button></form>
${cancelForm(uid)}`,
  });
}

/** Asks before the provider's own session ends; the form comes from the provider. */
export function logoutPage({ form }: { form: string }): string {
  return page({
    title: 'Sign out of the development provider?',
    content: `${form}<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign Out</button>
<button type="submit" form="op.logoutForm">Stay Signed In</button>`,
  });
}

export function messagePage({ title, text }: { title: string; text: string }): string {
  return page({ title: escapeHtml(title), content: `<p>${escapeHtml(text)}</p>` });
}

function cancelForm(uid: string): string {
  return `<form method="post" action="/interaction/${escapeHtml(uid)}/cancel"><button type="submit">Cancel</button></form>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
