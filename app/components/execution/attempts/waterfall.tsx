import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { exactMs } from '#app/format/time-format.ts';
import { phaseBars, type PhaseBar, type PhaseTimes } from '#app/presenters/charts/waterfall-scale.ts';
import { PhaseMark, phaseFills } from './phase-mark.tsx';

interface WaterfallProps {
  times: PhaseTimes;
  totalMs: number;
  /** Text beside the heading, such as the start of the attempt. */
  hint?: ReactNode;
}

const row =
  'grid grid-cols-[86px_minmax(0,1fr)_60px] items-center gap-2 sm:grid-cols-[92px_minmax(0,1fr)_60px] sm:gap-3';

/** Time per phase of an attempt. The drawing is decorative: names and milliseconds are also text. */
export function Waterfall({ times, totalMs, hint }: WaterfallProps) {
  return (
    <div>
      <div aria-hidden="true" className={cn(row, 'mb-1.5 text-xs text-muted')}>
        <span>Phase</span>
        <span className="truncate">{hint}</span>
        <span className="text-right">Time</span>
      </div>
      <dl>
        {phaseBars({ times, totalMs }).map((bar) => (
          <Phase key={bar.name} bar={bar} />
        ))}
        <div className={cn(row, 'mt-2 h-9 pt-1.5 font-semibold double-rule-t')}>
          <dt>Total</dt>
          <dd className="col-start-3 text-right whitespace-nowrap">{exactMs(totalMs)}</dd>
        </div>
      </dl>
    </div>
  );
}

function Phase({ bar }: { bar: PhaseBar }) {
  const { word, name, ms, startPercent, widthPercent } = bar;
  return (
    <div className={cn(row, 'h-7')}>
      <dt className="flex items-center gap-2">
        <PhaseMark name={name} />
        {word}
      </dt>
      <dd className="col-span-2 grid grid-cols-subgrid items-center">
        <svg aria-hidden="true" height="20" className="block w-full">
          <line x2="100%" y1="19.5" y2="19.5" className="stroke-border" />
          {ms === null ? null : (
            <rect
              x={`${startPercent}%`}
              y="4"
              width={`${widthPercent}%`}
              height="11"
              rx="1"
              className={phaseFills[name]}
            />
          )}
        </svg>
        <span className={cn('text-right whitespace-nowrap', ms === null && 'text-muted')}>
          {ms === null ? '–' : exactMs(ms)}
        </span>
      </dd>
    </div>
  );
}
