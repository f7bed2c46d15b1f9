import { useFetcher, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { useDisplayZone } from '#app/components/ui/display-zone.tsx';
import { groove, slip, slipSize } from '#app/components/ui/input/segments.tsx';
import { useKeptFetcher } from '#app/components/ui/kept-fetchers.tsx';
import type { ZoneMode } from '#app/format/display-zone.ts';

const modes: { value: ZoneMode; label: string }[] = [
  { value: 'job', label: 'Job' },
  { value: 'mine', label: 'Mine' },
  { value: 'utc', label: 'UTC' },
];

/** Time zone of all times on the page. Three submit buttons, so it works without JavaScript. */
export function ZoneSwitch({ className }: { className?: string }) {
  const { mode } = useDisplayZone();
  const fetcher = useKeptFetcher();
  const { pathname, search } = useLocation();
  const shown = fetcher.formData?.get('times') ?? mode;
  return (
    <fetcher.Form method="post" action="/preferences" className={className}>
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <span role="group" aria-label="Show times in" className={groove}>
        {modes.map(({ value, label }) => (
          <button
            key={value}
            name="times"
            value={value}
            aria-pressed={shown === value}
            className={cn(
              slip,
              slipSize.sm,
              'aria-pressed:border-control aria-pressed:bg-surface aria-pressed:text-ink',
            )}
          >
            {label}
          </button>
        ))}
      </span>
    </fetcher.Form>
  );
}

/**
 * Reports the browser's zone to the server once, if the cookie or the account does not have it yet or the
 * user has travelled. A cookie of the public page is older than the account.
 * @param known zone stored in the account
 */
export function useReportedZone(known: string): void {
  const { mine } = useDisplayZone();
  const { submit } = useFetcher({ key: 'browser-zone' });
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone !== mine || zone !== known) submit({ zone }, { method: 'post', action: '/preferences' });
  }, [mine, known, submit]);
}
