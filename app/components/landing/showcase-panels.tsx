import { Bell, BellOff, CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FireTimeline } from '#app/components/execution/attempts/fire-timeline.tsx';
import { Waterfall } from '#app/components/execution/attempts/waterfall.tsx';
import { NextFires } from '#app/components/job/schedule/next-fires.tsx';
import { DisplayZoneProvider, useDisplayZone, useZoneOf } from '#app/components/ui/display-zone.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { TurnName } from '#app/content/marketing.ts';
import { wallTime } from '#app/format/time-format.ts';
import type { Landing } from '#app/presenters/landing/landing.server.ts';
import { sampleTimes } from '#app/presenters/sample/sample-execution.ts';
import { minuteMs } from '#domain/time/units.ts';

type Shown = Pick<Landing, 'changing' | 'fire'>;

/** Content of each showcase tab: parts of the job and execution pages. */
export function showcasePanels(shown: Shown): Record<TurnName, ReactNode> {
  return {
    schedule: <SchedulePanel {...shown} />,
    retry: <RetryPanel {...shown} />,
    inspect: <InspectPanel />,
    notify: <NotifyPanel {...shown} />,
  };
}

function SchedulePanel({ changing }: Shown) {
  const { sentence, timeZone, fires, clockChanges } = changing;
  return (
    <div id="showcase-schedule" className="flex grow flex-col">
      <p className="px-4 pt-4 pb-3 font-semibold sm:px-5">{sentence}</p>
      <NextFires fires={fires} jobZone={timeZone} clockChange={clockChanges[0]} isFilling />
    </div>
  );
}

function RetryPanel({ fire: { shownAt, steps } }: Shown) {
  const display = useDisplayZone();
  return (
    <div id="showcase-retry">
      {/* The drawing uses its own moment as now. */}
      <DisplayZoneProvider value={{ ...display, now: shownAt }}>
        <FireTimeline steps={steps} isUnfinished />
      </DisplayZoneProvider>
    </div>
  );
}

const request = `POST /v1/stock/sync HTTP/1.1
host: api.acme.example
content-type: application/json
webhook-id: fire_7_1795273200
authorization: (masked)

{"since":"2026-11-21T15:00:00Z"}`;

const response = `503 Service Unavailable
content-type: application/json

{"error":"maintenance"}`;

function InspectPanel() {
  return (
    <div className="grid content-start gap-4 p-4 sm:p-5">
      <Waterfall {...sampleTimes} hint="Attempt 1 of 4" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="Request as sent" text={request} />
        <Text title="Response" text={response} />
      </div>
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-xs font-medium text-muted">{title}</p>
      <pre className="rounded-control bg-sunken px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap">
        <code>{text}</code>
      </pre>
    </div>
  );
}

function NotifyPanel({ fire }: Shown) {
  const zone = useZoneOf();
  const due = fire.steps[0]?.at ?? 0;
  const hints: { icon: LucideIcon; tone: string; at: number; title: string; text: string }[] = [
    {
      icon: Bell,
      tone: 'text-danger',
      at: due + 77_000,
      title: 'Slack: Sync inventory to storefront failed',
      text: 'The response was 503; this job expects 2xx. No attempts left.',
    },
    {
      icon: BellOff,
      tone: 'text-muted',
      at: due + 6 * minuteMs + 17_000,
      title: 'Still failing, nothing sent',
      text: 'The next notification comes at the 10th consecutive failure, then at the 100th, then daily.',
    },
    {
      icon: CircleCheck,
      tone: 'text-success',
      at: due + 20 * minuteMs + 1_000,
      title: 'Slack: Sync inventory to storefront is working again',
      text: 'It failed 4 times in 20m. The last response was 200.',
    },
  ];
  return (
    <ol id="showcase-notify" className="px-4 py-2 sm:px-5">
      {hints.map(({ icon, tone, at, title, text }) => (
        <li
          key={title}
          className="grid grid-cols-[62px_20px_minmax(0,1fr)] gap-x-2 border-border py-4 not-first:border-t sm:gap-x-3"
        >
          <time dateTime={new Date(at).toISOString()} className="text-right font-semibold">
            {wallTime({ at, timeZone: zone }).second}
          </time>
          <Icon of={icon} className={`mt-0.5 ${tone}`} />
          <div className="text-pretty">
            <p className="font-semibold">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
