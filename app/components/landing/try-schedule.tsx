import { CircleX } from 'lucide-react';
import { DayClock } from '#app/components/job/schedule/day-clock.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { hero } from '#app/content/marketing.ts';
import { relativeText } from '#app/format/time-format.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

interface TryScheduleProps {
  cron: string;
  response: SchedulePreview;
}

/**
 * A cron line with its next runs, computed by the engine's functions. A plain GET form without JavaScript;
 * with it, the response follows the typing (script/live-schedule.ts).
 */
export function TrySchedule({ cron, response }: TryScheduleProps) {
  const isWrong = response.problem !== null;
  return (
    <Card as="div">
      <form method="get" action="/" data-try className="px-4 pt-4 sm:px-5">
        <label htmlFor="cron" className="font-semibold">
          {hero.tryTitle}
        </label>
        <div className="mt-1.5 mb-1.5 flex gap-2">
          <Input
            id="cron"
            name="cron"
            isMono
            size="lg"
            defaultValue={cron}
            maxLength={hero.tryLength}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-invalid={isWrong ? true : undefined}
            aria-describedby={isWrong ? 'cron-error' : 'cron-sentence'}
            className="text-base"
          />
          <Button type="submit" className="h-11">
            {hero.tryAction}
          </Button>
        </div>
      </form>
      {/* The script replaces both; screen readers announce the first. */}
      <div
        id="cron-says"
        aria-live="polite"
        className="min-h-19 px-4 pb-4.5 transition-opacity data-stale:opacity-40 sm:min-h-13.5 sm:px-5"
      >
        {isWrong ? (
          <p id="cron-error" className="flex gap-1.5 text-xs font-medium text-danger">
            <Icon of={CircleX} size={14} className="mt-px" />
            <span>{response.problem}</span>
          </p>
        ) : (
          <p id="cron-sentence" className="pt-2 text-base font-semibold text-balance">
            {response.sentence}
          </p>
        )}
      </div>
      <div id="cron-drawn" data-now={response.now} className="transition-opacity data-stale:opacity-40">
        {isWrong ? null : <Drawn response={response} />}
      </div>
    </Card>
  );
}

function Drawn({ response }: { response: SchedulePreview }) {
  return (
    <div className="grid items-center border-t border-control sm:grid-cols-[236px_minmax(0,1fr)]">
      <DayClock
        label={`The next 24 hours: ${response.sentence}`}
        fires={response.dayFires}
        timeZone={response.timeZone}
        now={response.now}
        size={204}
        className="mx-auto my-3.5"
      />
      <NextFive response={response} />
    </div>
  );
}

function NextFive({ response: { now, timeZone, fires } }: { response: SchedulePreview }) {
  return (
    <table className="w-full self-stretch border-border max-sm:border-t sm:border-l [&_td]:h-9.5 [&_td]:px-4 [&_td]:py-1 [&_td]:whitespace-nowrap">
      <caption className="sr-only">Next five runs</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Run</th>
          <th scope="col">In</th>
        </tr>
      </thead>
      <tbody>
        {fires.map(({ at }) => (
          <tr key={at} className="border-t border-border first:border-t-2 first:border-t-hand">
            <td>
              <Time at={at} zone={timeZone} isColumn />
            </td>
            {/* The script counts it down. */}
            <td data-in={at} className="text-right text-muted">
              {relativeText({ at, now })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
