import type { ReactNode } from 'react';
import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { hero } from '#app/content/marketing.ts';
import { LandingEntry } from './entry.tsx';

/** The promise, the sign-up links, and a schedule to try. */
export function Hero({
  isSignedIn,
  startTo,
  children,
}: {
  isSignedIn: boolean;
  startTo: string | undefined;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby="hero-title"
      className={`${marketingWidth} grid grid-cols-[minmax(0,1fr)] items-center gap-8 py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_552px] lg:gap-14 lg:pt-16 lg:pb-14`}
    >
      <div>
        <h1 id="hero-title" tabIndex={-1} className="text-4xl font-semibold sm:text-5xl">
          Every scheduled call, <br className="max-sm:hidden" />
          accounted for.
        </h1>
        <p className="mt-3 mb-5 max-w-[46ch] text-base text-balance text-muted sm:mt-5 sm:mb-7 sm:text-xl sm:tracking-normal">
          {hero.lead}
        </p>
        <LandingEntry isSignedIn={isSignedIn} startTo={startTo} />
        <p className="mt-4 text-balance text-muted">{hero.hint}</p>
      </div>
      {children}
    </section>
  );
}
