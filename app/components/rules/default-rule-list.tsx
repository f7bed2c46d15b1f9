import { Form } from '@remix-run/react';
import { useRowFocus } from '#app/components/settings/use-row-focus.ts';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Button, ButtonLink } from '#app/components/ui/input/button.tsx';
import type { DefaultRuleLine } from '#app/presenters/settings/default-rules.ts';

/** The defaults of an account, each with its jobs, channel and events. */
export function DefaultRuleList({ lines, hasChannels }: { lines: DefaultRuleLine[]; hasChannels: boolean }) {
  const rows = useRowFocus(lines.length);
  if (lines.length === 0) {
    return (
      <Card aria-label="Defaults">
        <EmptyState
          level={2}
          title={hasChannels ? 'No defaults yet' : 'No channels yet'}
          actions={
            hasChannels ? null : <ButtonLink to="/dashboard/settings/channels">Add a Channel</ButtonLink>
          }
        >
          {hasChannels
            ? 'Jobs without a channel use your default notification channel, or send you an email.'
            : 'A default notifies one of your channels. Add a channel first.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card aria-label="Defaults">
      <CardHead title="Defaults" />
      <div ref={rows}>
        <ul className="[&>li]:border-t [&>li]:border-border">
          {lines.map((line) => (
            <Line key={`${line.tag} ${line.channel}`} line={line} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Line({ line: { tag, channel, events } }: { line: DefaultRuleLine }) {
  const jobs = tag === '' ? 'All jobs' : `Jobs tagged ${tag}`;
  const editTo = `?${new URLSearchParams({ ...(tag !== '' && { tag }), channel }).toString()}#default`;
  return (
    <li data-row className="grid gap-3 px-4 py-4 sm:flex sm:items-start sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {jobs} notify {channel}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{events}</p>
      </div>
      <div className="flex gap-2">
        <ButtonLink to={editTo} aria-label={`Change ${jobs} notify ${channel}`}>
          Change
        </ButtonLink>
        <Form method="post">
          <input type="hidden" name="act" value="remove" />
          <input type="hidden" name="wasTag" value={tag} />
          <input type="hidden" name="wasChannel" value={channel} />
          <Button type="submit" variant="danger" aria-label={`Remove ${jobs} notify ${channel}`}>
            Remove
          </Button>
        </Form>
      </div>
    </li>
  );
}
