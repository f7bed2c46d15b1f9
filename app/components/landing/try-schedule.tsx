import { Form } from '@remix-run/react';
import { DayDial } from '#app/components/job/day-dial.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { useNow } from '#app/components/ui/display-zone.tsx';
import { describedBy, FieldError } from '#app/components/ui/field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { hero } from '#app/content/marketing.ts';
import type { SchedulePreview } from '#app/presenters/schedule-preview.ts';

interface TryScheduleProps {
  cron: string;
  preview: SchedulePreview;
}

/** A cron line answered by the functions that fire; a plain GET, so it needs no JavaScript. */
export function TrySchedule({ cron, preview }: TryScheduleProps) {
  const errors = preview.problem === null ? undefined : [preview.problem];
  return (
    <Card aria-labelledby="try-schedule">
      <Form method="get" action="/" preventScrollReset className="px-4 pt-4 pb-4.5 sm:px-5">
        <label id="try-schedule" htmlFor="cron" className="font-semibold">
          {hero.tryTitle}
        </label>
        <div className="mt-1.5 mb-1.5 flex gap-2">
          <Input
            id="cron"
            key={cron}
            name="cron"
            isMono
            size="lg"
            defaultValue={cron}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={errors ? true : undefined}
            aria-describedby={describedBy({ id: 'cron', errors })}
            className="text-base"
          />
          <Button type="submit" className="h-11">
            {hero.tryAction}
          </Button>
        </div>
        <FieldError id="cron" errors={errors} />
        {errors ? null : <p className="mt-3.5 text-base font-semibold text-balance">{preview.sentence}</p>}
      </Form>
      {errors ? null : (
        <div className="grid items-center border-t border-control sm:grid-cols-[236px_minmax(0,1fr)]">
          <DayDial
            label={`The next 24 hours: ${preview.sentence}`}
            fires={preview.dayFires}
            timeZone={preview.timeZone}
            now={preview.now}
            size={204}
            className="mx-auto my-3.5"
          />
          <NextFive preview={preview} />
        </div>
      )}
    </Card>
  );
}

function NextFive({ preview }: { preview: SchedulePreview }) {
  const now = useNow();
  return (
    <table className="w-full self-stretch border-border max-sm:border-t sm:border-l [&_td]:h-9.5 [&_td]:px-4 [&_td]:py-1 [&_td]:whitespace-nowrap">
      <caption className="sr-only">Next five fires</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Fire</th>
          <th scope="col">In</th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-b-2 border-b-hand font-semibold">
          <td>
            <Time at={now} zone={preview.timeZone} isColumn />
          </td>
          <td className="text-right">now</td>
        </tr>
        {preview.fires.map(({ at }) => (
          <tr key={at} className="border-border not-first:not-nth-2:border-t">
            <td>
              <Time at={at} zone={preview.timeZone} isColumn />
            </td>
            <td className="text-right text-muted">
              <Relative at={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
