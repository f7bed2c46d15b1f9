import { LogOut } from 'lucide-react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { plural } from '#app/format/time-format.ts';
import type { Settings } from '#app/presenters/settings/settings.server.ts';
import { ActButton } from './act-button.tsx';
import { useRowFocus } from './use-row-focus.ts';

/** Sign-ins of the account, each with a button to end it. */
export function SessionsCard({ sessions }: { sessions: Settings['sessions'] }) {
  const rows = useRowFocus(sessions.length);
  return (
    <Card id="sessions" aria-labelledby="sessions-head">
      <CardHead
        id="sessions-head"
        title="Sessions"
        hint={plural(sessions.length, 'session')}
        isWrapping
        end={
          <ActButton act="sign-out-everywhere" icon={LogOut} variant="danger" isLeaving className="-mx-2.5">
            Sign Out Everywhere
          </ActButton>
        }
      />
      <div ref={rows}>
        <ul
          aria-label="Sessions"
          className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border"
        >
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function SessionLine({ session }: { session: Settings['sessions'][number] }) {
  const { id, isThis, browser, address, signedInAt, seenAt } = session;
  return (
    <li data-row className="flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 truncate font-medium" title={browser}>
            {browser}
          </span>
          {isThis ? <Tag>This one</Tag> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          <span className="wrap-anywhere">{address ?? 'Address not known'}</span>
          <span>
            Signed in <Time at={signedInAt} />
          </span>
          <span>
            Last seen <Relative at={seenAt} />
          </span>
        </p>
      </div>
      {isThis ? null : (
        <ActButton act="end-session" fields={{ id: String(id) }} size="sm" label={`End session: ${browser}`}>
          End
        </ActButton>
      )}
    </li>
  );
}
