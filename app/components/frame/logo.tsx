import { Link } from '@remix-run/react';
import { cn } from '#app/components/ui/cn.ts';

/** The station clock: paper, ink and the one vermilion hand. */
export function Logo({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 100 100"
      aria-hidden="true"
      className="block shrink-0"
      fill="none"
    >
      <circle cx="50" cy="50" r="43" strokeWidth="9" className="stroke-ink" />
      <path d="M50 50 30 38M50 50 68 22" strokeWidth="9" strokeLinecap="round" className="stroke-ink" />
      <path d="M36 43 84 67" strokeWidth="6" strokeLinecap="round" className="stroke-hand" />
      <circle cx="50" cy="50" r="7" className="fill-hand" />
    </svg>
  );
}

export function Brand({ to, size = 26, className }: { to: string; size?: number; className?: string }) {
  return (
    <Link
      to={to}
      className={cn(
        'flex items-center gap-2.5 text-base font-semibold tracking-[-0.012em] text-ink no-underline hover:text-ink',
        className,
      )}
    >
      <Logo size={size} />
      <span>Punctual</span>
    </Link>
  );
}
