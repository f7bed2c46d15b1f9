import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AppFrame } from '#app/components/frame/app-frame.tsx';
import { ChartSection } from '#app/components/gallery/chart-section.tsx';
import { ColourSection } from '#app/components/gallery/colour-section.tsx';
import { ControlSection } from '#app/components/gallery/control-section.tsx';
import { FieldSection } from '#app/components/gallery/field-section.tsx';
import { HeatMapSection } from '#app/components/gallery/heat-map-section.tsx';
import { LayerSection } from '#app/components/gallery/layer-section.tsx';
import { MessageSection } from '#app/components/gallery/message-section.tsx';
import { StatusSection } from '#app/components/gallery/status-section.tsx';
import { PageHead, Stack } from '#app/components/ui/page-head.tsx';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [{ title: 'Kit · Punctual' }];

/** Gallery of every component in every state; not found in production. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    if (env().NODE_ENV === 'production') throw data(null, { status: 404 });
    return { display: await readDisplayZone(request) };
  },
});

export default function GalleryPage() {
  const { display } = useLoaderData<typeof loader>();
  return (
    <AppFrame
      user={{
        name: 'Ada Kit',
        email: 'kit@punctual.example',
        pictureUrl: null,
        isAdmin: true,
        timeZone: display.mine,
      }}
      usage={{ used: 11, tier: 'premium' }}
      display={display}
      feedbackUrl="/dev/kit"
    >
      <PageHead title="Kit" sub="Every part in every state, on light and dark ground." />
      <Stack>
        <ColourSection />
        <ControlSection />
        <FieldSection />
        <StatusSection />
        <LayerSection />
        <MessageSection />
        <ChartSection now={display.now} />
        <HeatMapSection now={display.now} />
      </Stack>
    </AppFrame>
  );
}
