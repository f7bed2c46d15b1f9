import { exactMs } from '#app/format/time-format.ts';
import { phaseBars, type PhaseTimes } from '#app/presenters/charts/waterfall-scale.ts';
import { PhaseMark, phaseFills } from './phase-mark.tsx';

/** The waterfall as one line for narrow columns, with names and milliseconds below. */
export function PhaseLine({ times, totalMs }: { times: PhaseTimes; totalMs: number }) {
  const bars = phaseBars({ times, totalMs });
  return (
    <div>
      <svg aria-hidden="true" height="10" className="block w-full bg-sunken">
        {bars.map(({ name, startPercent, widthPercent }) => (
          <rect
            key={name}
            x={`${startPercent}%`}
            width={`${widthPercent}%`}
            height="10"
            className={phaseFills[name]}
          />
        ))}
      </svg>
      <dl className="mt-2 flex flex-wrap justify-between gap-x-2 gap-y-1 text-xs">
        {bars.map(({ name, word, ms }) => (
          <div key={name}>
            <dt className="flex items-center gap-1.5 text-muted">
              <PhaseMark name={name} />
              {word}
            </dt>
            <dd className={ms === null ? 'text-muted' : 'font-semibold'}>
              {ms === null ? '–' : exactMs(ms)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
