import { Link } from '@remix-run/react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import type { KindChoice } from '#app/presenters/settings/channels.server.ts';

const tile =
  'flex min-h-11 items-center justify-between gap-2 rounded-control border px-3.5 py-2 font-medium';

/** The kinds of channels as links to their form; one that the plan has not leads to the plans. */
export function KindList({ kinds }: { kinds: KindChoice[] }) {
  return (
    <Card aria-labelledby="kinds-head">
      <CardHead id="kinds-head" title="Choose a Kind" />
      <ul className="grid gap-2 p-4 pt-1 sm:grid-cols-2 sm:p-5 sm:pt-1 lg:grid-cols-3">
        {kinds.map(({ kind, name, plan }) => (
          <li key={kind}>
            {plan === null ? (
              <Link to={`?kind=${kind}`} className={`${tile} border-control no-underline hover:bg-sunken`}>
                {name}
              </Link>
            ) : (
              <Link
                to="/dashboard/settings#subscription"
                className={`${tile} border-border text-muted no-underline hover:bg-sunken`}
              >
                {name}
                <span className="sr-only">, comes with</span>
                <Tag>{plan}</Tag>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
