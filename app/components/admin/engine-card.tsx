import { CircleCheck, CircleX } from 'lucide-react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Card, CardBody, CardHead, Pair, Pairs } from '#app/components/ui/card.tsx';
import { ButtonLink } from '#app/components/ui/input/button.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { countText, exactMs, plural, spanText } from '#app/format/time-format.ts';
import type { AdminSettings } from '#app/presenters/admin/settings.server.ts';

/** State of the engine: lateness, backlog, and reachability of its parts. */
export function EngineCard({ engine, measuredRows }: Pick<AdminSettings, 'engine' | 'measuredRows'>) {
  return (
    <Card id="engine" aria-labelledby="engine-head">
      <CardHead
        id="engine-head"
        title="Engine"
        hint={`Lateness of the scheduled runs among the newest ${countText(measuredRows)} executions.`}
      />
      {engine ? (
        <Figures engine={engine} />
      ) : (
        <CardBody>
          <Banner
            tone="danger"
            action={
              <ButtonLink to="/admin/settings" reloadDocument variant="plain" size="sm">
                Retry
              </ButtonLink>
            }
          >
            The figures of the engine could not be loaded.
          </Banner>
        </CardBody>
      )}
    </Card>
  );
}

function Figures({
  engine: { lateness, relay, load, health, unwell },
}: {
  engine: NonNullable<AdminSettings['engine']>;
}) {
  return (
    <>
      <StatList label="Engine" className="border-t border-control">
        <Stat label="Lateness p50" sub={lateness ? plural(lateness.fires, 'run') : 'No runs yet'}>
          {lateness ? exactMs(lateness.p50) : '–'}
        </Stat>
        <Stat label="Lateness p99" sub={lateness ? plural(lateness.fires, 'run') : 'No runs yet'}>
          {lateness ? exactMs(lateness.p99) : '–'}
        </Stat>
        <Stat label="Relay Lag" sub={`${plural(relay.jobs, 'job')} waiting`}>
          {spanText(relay.oldestSeconds * 1000)}
        </Stat>
        <Stat label="Pad Depth" sub={plural(load.workers, 'worker')}>
          {countText(load.held + load.claimed + load.queued)}
        </Stat>
      </StatList>
      <CardBody className="border-t border-border">
        <Pairs className="grid-cols-[11rem_minmax(0,1fr)]">
          <Pair label="Jobs held by workers">{countText(load.residents)}</Pair>
          <Pair label="In the launch pad">
            {countText(load.held)} held, {countText(load.claimed)} claimed, {countText(load.queued)} queued
          </Pair>
          <Pair label="Calls in flight">{countText(load.callsOut)}</Pair>
          <Pair label="Notifications pending">{countText(relay.pendingNotifications)}</Pair>
          <Pair label="Temporal">
            <Health isWell={health.temporal} well="Reachable" unwell="Not reachable" />
          </Pair>
          <Pair label="Worker">
            <Health isWell={health.worker} well="Running" unwell="None is running" />
          </Pair>
          <Pair label="Maintenance tasks">
            <Health isWell={unwell.length === 0} well="Healthy" unwell="Unhealthy" />
            {unwell.length > 0 ? <p className="mt-1 text-muted">{unwell.join(', ')}</p> : null}
          </Pair>
        </Pairs>
      </CardBody>
    </>
  );
}

function Health({ isWell, well, unwell }: { isWell: boolean; well: string; unwell: string }) {
  return (
    <StatusBadge tone={isWell ? 'success' : 'danger'} icon={isWell ? CircleCheck : CircleX}>
      {isWell ? well : unwell}
    </StatusBadge>
  );
}
