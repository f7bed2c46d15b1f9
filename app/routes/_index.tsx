import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { Hero } from '#app/components/landing/hero.tsx';
import { Preview } from '#app/components/landing/preview.tsx';
import { Pricing } from '#app/components/landing/pricing.tsx';
import { TrySchedule } from '#app/components/landing/try-schedule.tsx';
import { DisplayZoneProvider } from '#app/components/ui/display-zone.tsx';
import { hero, tagline } from '#app/content/marketing.ts';
import { sampleAccount } from '#app/content/sample-account.ts';
import { readDisplayZone } from '#app/http/display-zone.server.ts';
import { currentUser } from '#app/http/guards.server.ts';
import { anybody, pageLoader } from '#app/http/page-loader.server.ts';
import { toSchedulePreview } from '#app/presenters/schedule-preview.ts';
import { env } from '#server/env.server.ts';

export const meta: MetaFunction = () => [
  { title: `Punctual: ${tagline}` },
  { name: 'description', content: hero.lead },
];

/** The public page; it may be asked what a cron line means. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const [signedIn, display] = await Promise.all([currentUser(request), readDisplayZone(request)]);
    const cron = new URL(request.url).searchParams.get('cron') ?? hero.sampleCron;
    const user = signedIn?.user;
    return {
      display,
      cron,
      preview: toSchedulePreview({ cron, timeZone: display.mine, now: display.now, count: 5 }),
      sample: sampleAccount(display.now),
      signedInAs: user ? (user.firstName ?? user.email) : null,
      feedbackUrl: env().FEEDBACK_URL || '/docs/feedback',
    };
  },
});

const anchors = [{ href: '#pricing', label: 'Pricing' }];

export default function LandingPage() {
  const { display, cron, preview, sample, signedInAs, feedbackUrl } = useLoaderData<typeof loader>();
  const isSignedIn = signedInAs !== null;
  return (
    <DisplayZoneProvider value={display}>
      <MarketingFrame anchors={anchors} feedbackUrl={feedbackUrl} signedInAs={signedInAs}>
        <Hero isSignedIn={isSignedIn}>
          <TrySchedule cron={cron} preview={preview} />
        </Hero>
        <Preview now={display.now} sample={sample} />
        <Pricing isSignedIn={isSignedIn} />
      </MarketingFrame>
    </DisplayZoneProvider>
  );
}
