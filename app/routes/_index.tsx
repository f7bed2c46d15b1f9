import type { MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import landingScript from 'virtual:landing-script';
import { MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import { PublicError } from '#app/components/frame/public-error.tsx';
import { Closing } from '#app/components/landing/closing.tsx';
import { Features } from '#app/components/landing/features.tsx';
import { Figures } from '#app/components/landing/figures.tsx';
import { firstJobPath } from '#app/components/landing/first-job-path.ts';
import { Hero } from '#app/components/landing/hero.tsx';
import { Preview } from '#app/components/landing/preview.tsx';
import { Pricing } from '#app/components/landing/pricing.tsx';
import { Questions } from '#app/components/landing/questions.tsx';
import { Roles } from '#app/components/landing/roles.tsx';
import { showcasePanels } from '#app/components/landing/showcase-panels.tsx';
import { Showcase } from '#app/components/landing/showcase.tsx';
import { Doors } from '#app/components/landing/sign-in-links.tsx';
import { TrySchedule } from '#app/components/landing/try-schedule.tsx';
import { DisplayZoneProvider } from '#app/components/ui/display-zone.tsx';
import { anchors, hero } from '#app/content/marketing.ts';
import { readDisplayZone } from '#app/http/pages/display-zone.server.ts';
import { pageLoader } from '#app/http/pages/page-loader.server.ts';
import { publicFrame } from '#app/http/pages/public-frame.server.ts';
import { anybody } from '#app/http/session/guards.server.ts';
import { landingHead, structuredData } from '#app/presenters/landing/landing-head.ts';
import { toLanding } from '#app/presenters/landing/landing.server.ts';
import { errorTitle } from '#app/protocol/error-facts.ts';
import { useNonce } from '#app/protocol/nonce.ts';
import { requestFacts } from '#app/protocol/request-facts.ts';
import { env } from '#server/env.server.ts';
import { consumeLocalRateLimit } from '#server/rate-limit/consume-local-rate-limit.server.ts';

/** The page has one small script instead of React and the router (docs/decisions/013). */
export const handle = { hasOwnScript: true };

/** If its script does not load, the page looks as without JavaScript: nothing stays hidden. */
const withoutScript = `addEventListener('error', ({ target }) => {
  if (target instanceof HTMLScriptElement) document.documentElement.dataset.noScript = '';
}, true);`;

export const meta: MetaFunction<typeof loader> = ({ data, error }) =>
  error ? [{ title: errorTitle(error) }] : landingHead(data?.origin ?? '');

/** The public page; its query may contain a cron line to explain. */
export const loader = pageLoader({
  guard: anybody,
  run: async ({ request }) => {
    const typed = new URL(request.url).searchParams.get('cron');
    if (typed !== null) {
      const facts = requestFacts(request);
      await consumeLocalRateLimit({
        limit: 'try_schedule',
        key: facts.ip,
        actorId: null,
        path: '/',
        request: facts,
      });
    }
    const [frame, display] = await Promise.all([publicFrame(request), readDisplayZone(request)]);
    const cron = (typed ?? hero.sampleCron).slice(0, hero.tryLength);
    const landing = toLanding({ cron, timeZone: display.mine, now: display.now });
    const startTo = typed !== null && landing.response.problem === null ? firstJobPath(cron) : undefined;
    return { frame, display, landing, startTo, origin: new URL(env().APP_ORIGIN).origin };
  },
});

/** The router of other pages cannot render it, so it is loaded as a document. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<never> {
  location.assign(request.url);
  return new Promise(() => undefined);
}

export default function LandingPage() {
  const { display, landing, frame, startTo, origin } = useLoaderData<typeof loader>();
  const nonce = useNonce();
  const isSignedIn = frame.signedInAs !== null;
  return (
    <DisplayZoneProvider value={display}>
      <MarketingFrame anchors={anchors} startTo={startTo} {...frame}>
        <Hero isSignedIn={isSignedIn} startTo={startTo}>
          <TrySchedule cron={landing.cron} response={landing.response} />
        </Hero>
        <Figures />
        <Preview now={display.now} sample={landing.sample} />
        <Features />
        <Showcase panels={showcasePanels(landing)} />
        <Pricing isSignedIn={isSignedIn} />
        <Roles />
        <Questions feedbackUrl={frame.feedbackUrl} />
        <Closing isSignedIn={isSignedIn} startTo={startTo} schedule={landing.response} />
      </MarketingFrame>
      {isSignedIn ? null : <Doors />}
      <script
        type="application/ld+json"
        nonce={nonce}
        dangerouslySetInnerHTML={{ __html: structuredData(origin) }}
      />
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: withoutScript }} />
      <script
        type="module"
        src={landingScript}
        nonce={nonce}
        data-zone={display.mine}
        data-signed-in={isSignedIn ? '' : undefined}
      />
    </DisplayZoneProvider>
  );
}

/** Loads the page's script for the theme menu; without zone and account, the script changes neither. */
export function ErrorBoundary() {
  const nonce = useNonce();
  return (
    <>
      <PublicError />
      <script type="module" src={landingScript} nonce={nonce} data-zone="" data-signed-in="" />
    </>
  );
}
