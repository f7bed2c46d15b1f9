import { useLocation } from '@remix-run/react';
import { BellOff, ChevronDown, Eye } from 'lucide-react';
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
import type { IncidentLine } from '#app/presenters/incident/incident-line.ts';

interface IncidentActionsProps {
  incident: Pick<IncidentLine, 'id' | 'acknowledgedAt' | 'snoozedUntil'>;
  /** The person's zone, for a chosen time. */
  timeZone: string;
}

/** Acknowledge and Snooze of an open incident, each with its undo. They work without JavaScript. */
export function IncidentActions({ incident, timeZone }: IncidentActionsProps) {
  const { id, acknowledgedAt, snoozedUntil } = incident;
  return (
    <>
      {acknowledgedAt === null ? (
        <ActButton id={id} act="acknowledge" icon={Eye} label="Acknowledge" />
      ) : (
        <ActButton id={id} act="acknowledge" isUndo label="Undo Acknowledge" />
      )}
      {snoozedUntil === null ? (
        <SnoozeMenu id={id} timeZone={timeZone} />
      ) : (
        <ActButton id={id} act="snooze" isUndo label="End Snooze" />
      )}
    </>
  );
}

interface ActButtonProps {
  id: number;
  act: 'acknowledge' | 'snooze';
  label: string;
  icon?: typeof Eye;
  isUndo?: boolean;
}

function ActButton({ id, act, label, icon, isUndo = false }: ActButtonProps) {
  const fetcher = useKeptFetcher();
  return (
    <fetcher.Form method="post" action={`/dashboard/incidents/${id}/${act}`} className="flex max-sm:flex-1">
      <Here />
      {isUndo ? <input type="hidden" name="intent" value="undo" /> : null}
      <Button type="submit" icon={icon} className="max-sm:flex-1" isPending={fetcher.state !== 'idle'}>
        {label}
      </Button>
    </fetcher.Form>
  );
}

/** The page to return to without JavaScript. */
function Here() {
  const { pathname, search } = useLocation();
  return <input type="hidden" name="redirectTo" value={pathname + search} />;
}

const spans = [
  { value: '1h', label: '1 Hour' },
  { value: '4h', label: '4 Hours' },
  { value: 'tomorrow', label: 'Tomorrow 9:00' },
];

function SnoozeMenu({ id, timeZone }: { id: number; timeZone: string }) {
  const fetcher = useKeptFetcher();
  const fieldId = useId();
  const earliest = wallTime({ at: useNow(), timeZone }).input;
  const action = `/dashboard/incidents/${id}/snooze`;
  return (
    <DetailsMenu
      label="Snooze"
      className="max-sm:flex-1"
      opener={
        <>
          <Icon of={BellOff} />
          Snooze
          <Icon of={ChevronDown} />
        </>
      }
      openerClassName={buttonStyle({ className: 'max-sm:w-full' })}
      panelClassName="w-72 max-w-[calc(100vw-2rem)] p-4"
    >
      <fetcher.Form method="post" action={action} className="grid gap-2">
        <Here />
        <p className="font-medium">Notify only the recovery for</p>
        {spans.map(({ value, label }) => (
          <Button key={value} type="submit" name="for" value={value}>
            {label}
          </Button>
        ))}
      </fetcher.Form>
      <fetcher.Form method="post" action={action} className="mt-4 grid gap-3 border-t border-border pt-4">
        <Here />
        <Field id={fieldId} label="Snooze Until" hint={`Time in ${timeZone}, within 7 days.`}>
          <Input
            id={fieldId}
            type="datetime-local"
            name="until"
            min={earliest}
            required
            aria-describedby={`${fieldId}-description`}
          />
        </Field>
        <Button type="submit" isPending={fetcher.state !== 'idle'}>
          Snooze Until Then
        </Button>
      </fetcher.Form>
    </DetailsMenu>
  );
}
