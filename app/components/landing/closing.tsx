import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { DayDial } from '#app/components/job/day-dial.tsx';
import { closing } from '#app/content/marketing.ts';
import type { SchedulePreview } from '#app/presenters/schedule-preview.ts';
import { Entry } from './entry.tsx';

interface ClosingProps {
  isSignedIn: boolean;
  /** The schedule of the dial. */
  schedule: SchedulePreview;
}

/** Once more the dial, and the way in. */
export function Closing({ isSignedIn, schedule }: ClosingProps) {
  return (
    <section aria-labelledby="closing-title" className={`${marketingWidth} pt-12 sm:pt-20`}>
      <div className="items-center gap-12 py-8 double-rule-t sm:flex sm:py-12">
        <DayDial
          label={`The next 24 hours: ${schedule.sentence}`}
          fires={schedule.dayFires}
          timeZone={schedule.timeZone}
          now={schedule.now}
          size={176}
          className="shrink-0 max-sm:mx-auto max-sm:mb-6"
        />
        <div>
          <h2 id="closing-title" className="text-2xl font-semibold sm:text-4xl">
            {closing.title}
          </h2>
          <p className="mt-2.5 mb-5 text-base text-muted">{closing.text}</p>
          <Entry isSignedIn={isSignedIn} />
        </div>
      </div>
    </section>
  );
}
