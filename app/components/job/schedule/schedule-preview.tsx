import { CircleX, Info, ClockAlert } from 'lucide-react';
import { DayClock } from '#app/components/job/schedule/day-clock.tsx';
import { NextFireList, useOtherZones } from '#app/components/job/schedule/next-fires.tsx';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { cityOf, countText, plural, wallTime } from '#app/format/time-format.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

/** The schedule as a sentence, with its notes and warnings. */
export function ScheduleSentence({ preview }: { preview: SchedulePreview }) {
  const { sentence, cron, problem, notifications, clockChanges } = preview;
  return (
    <div aria-live="polite" className="mt-4 grid gap-1 border-t border-border pt-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-base font-semibold">{sentence}</span>
        {cron === null ? null : <code className="text-muted">{cron}</code>}
      </p>
      {problem === null ? null : (
        <p className="flex gap-2 text-danger">
          <Icon of={CircleX} className="mt-0.5" />
          {problem}
        </p>
      )}
      {notifications.map((notification) => (
        <p key={notification} className="flex gap-2">
          <Icon of={Info} className="mt-0.5 text-muted" />
          {notification}
        </p>
      ))}
      {clockChanges.map(({ at, text }) => (
        <p key={at} className="flex gap-2">
          <Icon of={ClockAlert} className="mt-0.5 text-warning" />
          {text}
        </p>
      ))}
    </div>
  );
}

/** The next fires beside the form, with a clock of the day. */
export function SchedulePreviewCard({ preview }: { preview: SchedulePreview }) {
  const { fires, dayFires, callsPerDay, callsPerMonth, clockChanges, timeZone, now } = preview;
  const change = clockChanges.find(({ mark }) => mark !== null) ?? null;
  const others = useOtherZones({ jobZone: timeZone, instants: fires.map(({ at }) => at) });
  if (fires.length === 0) {
    return (
      <Card aria-label="Next Runs">
        <CardHead title="Next Runs" />
        <p className="px-4 pb-5 text-muted sm:px-5">
          {preview.problem === null ? 'This job has no schedule.' : 'No upcoming runs.'}
        </p>
      </Card>
    );
  }
  const city = cityOf(timeZone);
  return (
    <Card aria-label="Next Runs">
      <CardHead
        title="Next Runs"
        hint={zonesText([city, ...others.map(({ isMine }) => (isMine ? 'your time' : 'UTC'))])}
      />
      <div className="flex items-center gap-5 px-4 pb-4 sm:px-5">
        <DayClock
          label={`24 hour dial: ${plural(callsPerDay, 'run')} in the next 24 hours, ${city} time`}
          fires={dayFires}
          timeZone={timeZone}
          now={now}
        />
        <dl className="grid flex-1 grid-cols-[auto_1fr] gap-x-2 gap-y-1.5 [&>dd]:text-right [&>dt]:whitespace-nowrap [&>dt]:text-muted">
          {callsPerDay === 0 ? null : (
            <>
              <dt>A day</dt>
              <dd>
                <b>{countText(callsPerDay)}</b> {callsPerDay === 1 ? 'run' : 'runs'}
              </dd>
            </>
          )}
          {callsPerMonth.isMore ? null : (
            <>
              <dt>A month</dt>
              <dd>
                <b>{countText(callsPerMonth.count)}</b> {callsPerMonth.count === 1 ? 'run' : 'runs'}
              </dd>
            </>
          )}
          <dt>Now</dt>
          <dd>
            <b>{wallTime({ at: now, timeZone }).hour}</b> <span className="whitespace-nowrap">{city}</span>
          </dd>
        </dl>
      </div>
      <NextFireList fires={fires} jobZone={timeZone} clockChange={change} />
    </Card>
  );
}

/** "in Paris, your time and UTC" */
function zonesText(zones: readonly string[]): string {
  const last = zones.at(-1) ?? '';
  return `in ${zones.length === 1 ? last : `${zones.slice(0, -1).join(', ')} and ${last}`}`;
}
