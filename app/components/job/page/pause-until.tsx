import { useLocation } from '@remix-run/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useNow } from '#app/components/ui/display-zone.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { Button } from '#app/components/ui/input/button.tsx';
import { Field } from '#app/components/ui/input/field.tsx';
import { Input } from '#app/components/ui/input/input.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import { DetailsMenu } from '#app/components/ui/overlay/details-menu.tsx';
import { wallTime } from '#app/format/time-format.ts';

const spans = [
  { value: 'hour', label: '1 Hour' },
  { value: 'day', label: '1 Day' },
  { value: 'week', label: '1 Week' },
];

/** A timed pause, next to the one without an end. */
export function PauseUntil({ jobId, jobZone }: { jobId: number; jobZone: string }) {
  const fetcher = useKeptFetcher({ isFollowed: true });
  const { pathname, search } = useLocation();
  const id = useId();
  const earliest = wallTime({ at: useNow(), timeZone: jobZone }).input;
  return (
    <DetailsMenu
      label="Pause until a time"
      className="-ml-2 size-9 touch:size-11"
      opener={<Icon of={ChevronDown} />}
      openerClassName={buttonStyle({ size: 'icon', className: 'border-l-0 rounded-l-none' })}
      panelClassName="w-72 p-4 max-sm:right-auto max-sm:-left-22"
    >
      <fetcher.Form method="post" action={`/dashboard/jobs/${jobId}/status`} className="grid gap-3">
        <input type="hidden" name="from" value="job" />
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <input type="hidden" name="status" value="paused" />
        <p className="font-medium">Pause for</p>
        <div className="grid grid-cols-3 gap-2">
          {spans.map(({ value, label }) => (
            <Button key={value} type="submit" name="for" value={value}>
              {label}
            </Button>
          ))}
        </div>
      </fetcher.Form>
      <fetcher.Form
        method="post"
        action={`/dashboard/jobs/${jobId}/status`}
        className="mt-4 grid gap-3 border-t border-border pt-4"
      >
        <input type="hidden" name="from" value="job" />
        <input type="hidden" name="redirectTo" value={pathname + search} />
        <input type="hidden" name="status" value="paused" />
        <Field id={id} label="Pause Until" hint={`Time in ${jobZone}. The job resumes automatically.`}>
          <Input
            id={id}
            type="datetime-local"
            name="until"
            min={earliest}
            required
            aria-describedby={`${id}-description`}
          />
        </Field>
        <Button type="submit" isPending={fetcher.state !== 'idle'}>
          Pause Until Then
        </Button>
      </fetcher.Form>
    </DetailsMenu>
  );
}
