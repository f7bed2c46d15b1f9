/** A public document, cached for five minutes. */
export function textResponse({
  type,
  text,
}: {
  type: 'text/markdown' | 'text/plain' | 'application/xml';
  text: string;
}): Response {
  return new Response(text, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=300' },
  });
}
