import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardError } from '#app/components/frame/dashboard-error.tsx';
import { HeatBody, HeatChoice, heatHint } from '#app/components/heat-map/heat-body.tsx';
import { HeatJobs } from '#app/components/heat-map/heat-jobs.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { hourOf, weekdayOf } from '#app/format/heat-words.ts';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { requireUser } from '#app/http/session/guards.server.ts';
import { readOwnerHeatMap } from '#app/presenters/heat-map.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { weekdays } from '#domain/schedule/week-hours.ts';
import { now } from '#server/clock.server.ts';

export const meta: MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Heat Map · Punctual' },
];

export const loader = pageLoader({
  guard: requireUser,
  run: async ({ user, request }) =>
    readOwnerHeatMap({
      ...{ ownerId: user.id, tier: user.tier, params: new URL(request.url).searchParams },
      ...{ display: await readDisplayZone(request), now: now().getTime() },
    }),
});

const pathname = '/dashboard/heat-map';

export default function HeatMapPage() {
  const { view, chosen } = useLoaderData<typeof loader>();
  const { metric } = view;
  return (
    <>
      <PageHead
        title="Heat Map"
        back={{ to: '/dashboard', label: 'Dashboard' }}
        sub="See when your jobs run, fail, start late or take long. Choose an hour to see its jobs."
      />
      <Stack>
        <Card aria-label="Heat map">
          <CardHead
            title="All Jobs"
            hint={heatHint(view)}
            isWrapping
            end={view.cells.length === 0 ? null : <HeatChoice metric={metric} pathname={pathname} />}
          />
          <HeatBody
            view={view}
            chosen={chosen?.place ?? null}
            linkTo={({ place }) =>
              `${pathname}?heat=${metric}&weekday=${weekdays[weekdayOf(place)] ?? ''}&hour=${hourOf(place)}#jobs`
            }
          />
        </Card>
        {chosen ? <HeatJobs view={view} chosen={chosen} /> : null}
      </Stack>
    </>
  );
}

export function ErrorBoundary() {
  return <DashboardError />;
}
