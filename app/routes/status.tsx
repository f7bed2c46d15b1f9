import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { marketingWidth, MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { StatusPage } from '#app/components/status/status-page.tsx';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { publicFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { readServiceFigures } from '#server/status/read-service-days.server.ts';
import { readZoneStatus } from '#server/zones/zone-status.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Status · Punctual' },
  {
    name: 'description',
    content: 'How late scheduled runs started and how many were missed, day by day.',
  },
];

/** Daily figures of all accounts' schedules. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const [frame, figures, zoneData] = await Promise.all([
      publicFrame(request),
      readServiceFigures(),
      readZoneStatus(),
    ]);
    return { frame, figures, zoneData };
  },
});

export default function StatusRoute() {
  const { frame, figures, zoneData } = useLoaderData<typeof loader>();
  return (
    <MarketingFrame {...frame}>
      <div className={`${marketingWidth} py-10 sm:py-16`}>
        <StatusPage {...figures} zoneData={zoneData} />
      </div>
    </MarketingFrame>
  );
}

export function ErrorBoundary() {
  return <PublicError />;
}
