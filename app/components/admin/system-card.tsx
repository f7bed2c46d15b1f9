import type { ReactNode } from 'react';
import { Card, CardBody, Pair, Pairs } from '#app/components/ui/card.tsx';
import { Tabs } from '#app/components/ui/input/tabs.tsx';
import { Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import type { Overview } from '#app/presenters/admin/overview.server.ts';

const wide = 'grid-cols-[11rem_minmax(0,1fr)]';

/** Facts about server and database, in a tab each. */
export function SystemCard({ users, jobs, executions, uptime, startedAt, connections }: Overview) {
  const server = (
    <Pairs className={wide}>
      <Pair label="Uptime">{uptime}</Pair>
      <Pair label="Start Time">
        <Time at={startedAt} precision="second" />
      </Pair>
      <Pair label="Total Jobs Processed">{countText(executions.total)}</Pair>
    </Pairs>
  );
  const database = (
    <Pairs className={wide}>
      <Pair label="Open Connections">
        {countText(connections.open)} of {countText(connections.max)}
      </Pair>
      <Pair label="Total Users">{countText(users.total)}</Pair>
      <Pair label="Total Jobs">{countText(jobs.total)}</Pair>
      <Pair label="Total Executions">{countText(executions.total)}</Pair>
    </Pairs>
  );
  return (
    <Card aria-label="System">
      <Tabs
        label="System"
        tabs={[
          { value: 'server', label: 'Server Information', panel: <Panel title="Server">{server}</Panel> },
          {
            value: 'database',
            label: 'Database Information',
            panel: <Panel title="Database">{database}</Panel>,
          },
        ]}
      />
    </Card>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CardBody>
      {/* Without JavaScript there are no tabs, so each part needs a heading. */}
      <h2 className="mb-3 hidden text-base font-semibold no-script:block">{title} Information</h2>
      {children}
    </CardBody>
  );
}
