import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { DayClock } from '#app/components/job/schedule/day-clock.tsx';
import { closing } from '#app/content/marketing.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';
import { LandingEntry } from './entry.tsx';

interface ClosingProps {
  isSignedIn: boolean;
  startTo: string | undefined;
  /** Schedule of the clock: the one being tried. */
  schedule: SchedulePreview;
}

/** Repeats the clock and the sign-up link. */
export function Closing({ isSignedIn, startTo, schedule }: ClosingProps) {
  return (
    <section aria-labelledby="closing-title" className={`${marketingWidth} pt-12 sm:pt-20`}>
      <div className="items-center gap-12 py-8 double-rule-t sm:flex sm:py-12">
        {/* The script renders it again; an invalid line has no drawing. */}
        <div
          id="closing-dial"
          className="shrink-0 transition-opacity empty:hidden data-stale:opacity-40 max-sm:mb-6"
        >
          {schedule.problem === null ? (
            <DayClock
              label={`The next 24 hours: ${schedule.sentence}`}
              fires={schedule.dayFires}
              timeZone={schedule.timeZone}
              now={schedule.now}
              size={176}
              className="max-sm:mx-auto"
            />
          ) : null}
        </div>
        <div>
          <h2 id="closing-title" className="text-2xl font-semibold sm:text-4xl">
            {closing.title}
          </h2>
          <p className="mt-2.5 mb-5 text-base text-muted">{closing.text}</p>
          <LandingEntry isSignedIn={isSignedIn} startTo={startTo} />
        </div>
      </div>
    </section>
  );
}
