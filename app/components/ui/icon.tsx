import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { cn } from './cn.ts';

interface IconProps {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  className?: string | undefined;
}

/** A drawing beside a word: it is never read aloud, the word is. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing
      aria-hidden
      width={size}
      height={size}
      strokeWidth={1.75}
      className={cn('shrink-0', className)}
    />
  );
}

export function Spinner({ className }: { className?: string }) {
  return <Icon of={LoaderCircle} className={cn('animate-spin', className)} />;
}
