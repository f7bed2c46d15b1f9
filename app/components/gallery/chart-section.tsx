import { FireTimeline } from '#app/components/execution/attempts/fire-timeline.tsx';
import { PhaseLine } from '#app/components/execution/attempts/phase-line.tsx';
import { Waterfall } from '#app/components/execution/attempts/waterfall.tsx';
import { DayColumns, DayLegend } from '#app/components/execution/history/day-columns.tsx';
import { LatencyCard } from '#app/components/execution/history/latency-card.tsx';
import { SampleTable } from '#app/components/job/list/sample-table.tsx';
import { DayClock } from '#app/components/job/schedule/day-clock.tsx';
import { HourTimeline } from '#app/components/job/schedule/hour-timeline.tsx';
import { NextFireList, NextFires } from '#app/components/job/schedule/next-fires.tsx';
import { Card, CardBody, CardHead, Fact, Facts } from '#app/components/ui/card.tsx';
import { LedgerLine, LedgerList } from '#app/components/ui/ledger-list.tsx';
import { Columns, Stack } from '#app/components/ui/page-head.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { Relative, Time } from '#app/components/ui/time.tsx';
import { countText } from '#app/format/time-format.ts';
import { sampleCounters, sampleJobs, sampleTimeline } from '#app/presenters/sample/sample-account.ts';
import { sampleRuns, sampleSteps } from '#app/presenters/sample/sample-execution.ts';
import { dayMs, hourMs } from '#domain/time/units.ts';

const times = { dnsMs: 1, connectMs: 24, tlsMs: 41, waitMs: 1795, downloadMs: 2 };
const reused = { dnsMs: null, connectMs: null, tlsMs: null, waitMs: 180, downloadMs: 9 };

function dayFires({
  now,
  stepMs,
  from = 0,
  until = 24,
}: {
  now: number;
  stepMs: number;
  from?: number;
  until?: number;
}) {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const count = Math.ceil(((until - from) * hourMs) / stepMs);
  return Array.from({ length: count }, (_, index) => midnight + from * hourMs + index * stepMs);
}

export function ChartSection({ now }: { now: number }) {
  const jobs = sampleJobs(now);

  return (
    <Stack>
      <Card aria-label="Counters">
        <StatList>
          {sampleCounters.map(({ label, value }) => (
            <Stat key={label} label={label}>
              {countText(value)}
            </Stat>
          ))}
        </StatList>
        <HourTimeline now={now} {...sampleTimeline(now)} />
      </Card>
      <Card aria-label="Sample jobs">
        <SampleTable jobs={jobs} />
      </Card>
      <FactsCard now={now} days={jobs[2]?.days ?? []} />
      <ExecutionCards now={now} />
      <NextFireCards now={now} />
      <LedgerCard now={now} />
      <DayClockCard now={now} />
    </Stack>
  );
}

function FactsCard({ now, days }: { now: number; days: ReturnType<typeof sampleJobs>[number]['days'] }) {
  return (
    <Card aria-label="Facts and last 30 days">
      <Facts>
        <Fact label="Schedule" sub={<span className="font-mono">30 2 * * *</span>}>
          Every day at 02:30
        </Fact>
        <Fact label="Last Run" sub="Success, 200">
          <Time at={now - 11 * hourMs} precision="second" />
        </Fact>
        <Fact label="Next Run" sub={<Relative at={now + 13 * hourMs} />}>
          <Time at={now + 13 * hourMs} />
        </Fact>
        <Fact label="Type" sub={<span className="font-mono">POST</span>}>
          Webhook
        </Fact>
        <Fact label="Created" sub="version 7" isWide>
          <Time at={now - 232 * dayMs} />
        </Fact>
      </Facts>
      <CardHead title="Last 30 Days" isRuled isWrapping end={<DayLegend days={days} />} />
      <CardBody>
        <DayColumns days={days} linkTo={(day) => `/dev/kit?day=${day}`} />
      </CardBody>
    </Card>
  );
}

function ExecutionCards({ now }: { now: number }) {
  return (
    <Columns>
      <Card aria-label="Fire timeline">
        <CardHead title="Fire Timeline" />
        <FireTimeline steps={sampleSteps(now)} isUnfinished />
      </Card>
      <Stack>
        <Card aria-label="Waterfall">
          <CardHead title="Waterfall" />
          <CardBody className="grid gap-6">
            <Waterfall times={times} totalMs={1863} />
            <Waterfall times={reused} totalMs={189} hint="Reused connection" />
            <PhaseLine times={times} totalMs={1863} />
          </CardBody>
        </Card>
        <LatencyCard runs={sampleRuns(now)} jobZone="Europe/Paris" />
      </Stack>
    </Columns>
  );
}

function NextFireCards({ now }: { now: number }) {
  const fires = dayFires({ now, stepMs: dayMs, from: 26, until: 146 }).map((at) => ({
    at,
    mark: null,
  }));
  return (
    <Columns>
      <Card aria-label="Next fires">
        <CardHead title="Next Runs" />
        <NextFires
          fires={fires}
          jobZone="Europe/Paris"
          clockChange={{
            at: Date.parse('2027-03-28T01:00:00Z'),
            mark: 'shifted',
            text: 'On Sun, Mar 28, 2027, 02:30 does not exist in Paris: this job runs at 03:00.',
          }}
        />
      </Card>
      <Card aria-label="Next fires, narrow">
        <CardHead title="Next Runs" hint="in Paris, yours, UTC" />
        <NextFireList fires={fires.slice(0, 4)} jobZone="Europe/Paris" />
      </Card>
    </Columns>
  );
}

function LedgerCard({ now }: { now: number }) {
  return (
    <Card aria-label="Ledger">
      <CardHead title="Ledger" hint="the newest five, the rest folded" />
      <LedgerList
        olderText={(count) => `${count} earlier`}
        lines={Array.from({ length: 7 }, (_, index) => (
          <LedgerLine key={index} at={now - index * 31 * hourMs} jobZone="Europe/Paris" end="You">
            Timeout {20 + index}s to {21 + index}s
          </LedgerLine>
        ))}
      />
    </Card>
  );
}

function DayClockCard({ now }: { now: number }) {
  return (
    <Card aria-label="Day dial">
      <CardHead title="Day Dial" hint="A stroke for each fire, 24 at the top" />
      <CardBody className="flex flex-wrap justify-around gap-4">
        <DayClock
          label="One fire a day at 02:30"
          fires={dayFires({ now, stepMs: dayMs, from: 2.5 })}
          timeZone="UTC"
          now={now}
        />
        <DayClock
          label="A fire each hour"
          fires={dayFires({ now, stepMs: hourMs })}
          timeZone="UTC"
          now={now}
        />
        <DayClock
          label="Every 20 minutes from 08:00 to 18:40"
          fires={dayFires({ now, stepMs: hourMs / 3, from: 8, until: 19 })}
          timeZone="UTC"
          now={now}
        />
        <DayClock
          label="Every 10 minutes, those already made today in pencil"
          fires={dayFires({ now, stepMs: hourMs / 6 })}
          timeZone="UTC"
          now={now}
          hasRun
        />
      </CardBody>
    </Card>
  );
}
