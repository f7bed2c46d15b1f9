import type { LoaderFunctionArgs } from '@remix-run/node';
import { bareAnswer } from '#app/http/bare-answer.server.ts';
import { badgeSvg } from '#app/presenters/badge-svg.ts';
import { readBadge } from '#server/badges/read-badge.server.ts';

/** The state of a job for whoever knows its badge's address; kept for a minute, also by what stands between. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, token = ''] = /^([\w-]+)\.svg$/.exec(params.file ?? '') ?? [];
  try {
    const badge = await readBadge(token);
    if (!badge) return new Response(null, { status: 404 });
    return new Response(badgeSvg(badge), {
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
    });
  } catch (error) {
    return bareAnswer(error);
  }
}
