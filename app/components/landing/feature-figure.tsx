import { CircleCheck, CircleX } from 'lucide-react';
import { Fragment } from 'react';
import { Sparkline } from '#app/components/execution/history/sparkline.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { FeatureName } from '#app/content/marketing.ts';

/** Small drawing of a feature, above its name. */
export function FeatureFigure({ name }: { name: FeatureName }) {
  switch (name) {
    case 'builder':
      return <CronCells />;
    case 'retries':
      return <Attempts />;
    case 'analytics':
      return <Sparkline label="Latency of the last 36 runs, one failed" values={latencies} slots={36} />;
    case 'api':
      return <Call />;
    case 'team':
      return <Lines lines={changes} />;
    case 'support':
      return <Lines lines={supports} />;
  }
}

const cells = [
  { label: 'Minute', text: '30' },
  { label: 'Hour', text: '2' },
  { label: 'Day', text: '*' },
  { label: 'Month', text: '*' },
  { label: 'Weekday', text: '1-5' },
];

function CronCells() {
  return (
    <dl className="grid grid-cols-5 border-y border-control bg-surface text-center">
      {cells.map(({ label, text }) => (
        <div key={label} className="flex flex-col-reverse border-border pt-1.5 pb-1 not-first:border-l">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mono text-base font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const attempts = [
  { status: 503, wait: '5s' },
  { status: 503, wait: '25s' },
  { status: 200, wait: null },
];

function Attempts() {
  return (
    <ol className="flex items-center gap-2 font-semibold">
      {attempts.map(({ status, wait }, index) => (
        <Fragment key={index}>
          <li className="flex items-center gap-1.5">
            {status === 200 ? (
              <Icon of={CircleCheck} className="text-success" />
            ) : (
              <Icon of={CircleX} className="text-danger" />
            )}
            {status}
          </li>
          {wait ? (
            <li className="relative flex-1 border-t border-dashed border-control">
              <span className="absolute inset-x-0 top-1 text-center text-xs font-normal text-muted">
                {wait}
              </span>
            </li>
          ) : null}
        </Fragment>
      ))}
    </ol>
  );
}

const latencies = Array.from({ length: 36 }, (_, index) =>
  index === 22
    ? { value: 1_200, isFailed: true }
    : { value: 340 + ((index * 7) % 11) * 28 + (index === 9 ? 420 : 0) },
);

function Call() {
  return (
    <pre className="rounded-control bg-sunken px-3.5 py-2.5">
      <code>
        <span className="text-brand">POST</span> /api/v1/jobs{'\n'}
        <span className="text-success">201</span> Created, id <span className="text-warning">18</span>
      </code>
    </pre>
  );
}

const changes = [
  { what: 'Timeout 20s to 30s', hint: 'version 7' },
  { what: 'Paused for the migration', hint: 'version 6' },
];
const supports = [
  { what: 'Premium', hint: 'priority support' },
  { what: 'Ultimate', hint: 'dedicated support' },
];

function Lines({ lines }: { lines: { what: string; hint: string }[] }) {
  return (
    <ul className="border-t border-control text-mono">
      {lines.map(({ what, hint }) => (
        <li key={what} className="flex justify-between gap-3 border-b border-border py-1.25">
          {what}
          <span className="text-muted">{hint}</span>
        </li>
      ))}
    </ul>
  );
}
