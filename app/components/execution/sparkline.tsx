import { sparkBars, type SparkValue } from './spark-scale.ts';

interface SparklineProps {
  /** What it shows, as a sentence without the drawing. */
  label: string;
  /** Oldest first. */
  values: readonly SparkValue[];
  slots?: number | undefined;
}

/** Bars of the last thirty values; failed ones in danger, gaps where nothing ran. */
export function Sparkline({ label, values, slots = 30 }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} height="44" className="block w-full">
      <line x2="100%" y1=".5" y2=".5" strokeDasharray="2 3" className="stroke-control" />
      {sparkBars({ values, slots }).map(({ index, xPercent, widthPercent, y, height, isFailed }) => (
        <rect
          key={index}
          x={`${xPercent}%`}
          y={y}
          width={`${widthPercent}%`}
          height={height}
          className={isFailed ? 'fill-danger' : 'fill-muted'}
        />
      ))}
      <line x2="100%" y1="43.5" y2="43.5" className="stroke-control" />
    </svg>
  );
}
