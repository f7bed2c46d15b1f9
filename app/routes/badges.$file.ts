import { resourceLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { badgeSvg } from '#app/presenters/badge-svg.ts';
import { readBadge } from '#server/badges/read-badge.server.ts';

/** Status badge of a job, for anyone with its URL; cached for a minute, also by proxies. */
export const loader = resourceLoader({
  guard: anybody,
  run: async ({ params }) => {
    const [, token = ''] = /^([\w-]+)\.svg$/.exec(params.file ?? '') ?? [];
    const badge = await readBadge(token);
    if (!badge) return new Response(null, { status: 404 });
    return new Response(badgeSvg(badge), {
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=60' },
    });
  },
});
