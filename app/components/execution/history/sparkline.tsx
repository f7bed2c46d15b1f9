import { sparkBars, type SparkBar, type SparkValue } from '#app/presenters/charts/spark-scale.ts';

interface SparklineProps {
  /** Accessible text instead of the drawing. */
  label: string;
  /** Oldest first. */
  values: readonly SparkValue[];
  slots?: number | undefined;
}

/** Bars of the last thirty values; failed ones in danger, gaps where nothing ran. */
export function Sparkline({ label, values, slots = 30 }: SparklineProps) {
  const bars = sparkBars({ values, slots });
  return (
    <svg role="img" aria-label={label} height="44" className="block w-full">
      <line x2="100%" y1=".5" y2=".5" strokeDasharray="2 3" className="stroke-control" />
      {/* Coordinates are percent of the width; all bars of a colour are one path. */}
      <svg aria-hidden="true" viewBox="0 0 100 44" preserveAspectRatio="none" width="100%" height="44">
        {[false, true].map((isFailed) => (
          <path
            key={String(isFailed)}
            d={barsPath(bars.filter((bar) => bar.isFailed === isFailed))}
            className={isFailed ? 'fill-danger' : 'fill-muted'}
          />
        ))}
      </svg>
      <line x2="100%" y1="43.5" y2="43.5" className="stroke-control" />
    </svg>
  );
}

function barsPath(bars: readonly SparkBar[]): string {
  return bars
    .map(
      ({ xPercent, widthPercent, y, height }) =>
        `M${xPercent} ${y}h${widthPercent}v${height}h-${widthPercent}z`,
    )
    .join('');
}
