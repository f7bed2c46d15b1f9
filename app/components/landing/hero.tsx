import type { ReactNode } from 'react';
import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { hero } from '#app/content/marketing.ts';

/** The promise, the ways in, and beside them a schedule to try. */
export function Hero({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  return (
    <div
      className={`${marketingWidth} grid grid-cols-[minmax(0,1fr)] items-center gap-8 py-8 sm:py-10 lg:grid-cols-[minmax(0,1fr)_552px] lg:gap-14 lg:pt-16 lg:pb-14`}
    >
      <div>
        <h1 tabIndex={-1} className="text-4xl font-semibold sm:text-5xl">
          Every scheduled call, <br className="max-sm:hidden" />
          accounted for.
        </h1>
        <p className="mt-3 mb-5 max-w-[46ch] text-base text-balance text-muted sm:mt-5 sm:mb-7 sm:text-xl sm:tracking-normal">
          {hero.lead}
        </p>
        <div className="mb-4 flex gap-2 max-sm:[&>a]:flex-1">
          {isSignedIn ? (
            <ButtonLink to="/dashboard" variant="primary" size="lg">
              Dashboard
            </ButtonLink>
          ) : (
            <>
              <ButtonLink to="/login" variant="primary" size="lg">
                Get Started
              </ButtonLink>
              <ButtonLink to="/login" size="lg">
                Sign In
              </ButtonLink>
            </>
          )}
        </div>
        <p className="text-balance text-muted">{hero.note}</p>
      </div>
      {children}
    </div>
  );
}
