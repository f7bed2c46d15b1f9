import { forwardRef, type ForwardedRef, type HTMLAttributes, type ReactNode } from 'react';
import { cn } from './cn.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'div' | 'article' | 'form' | undefined;
}

/** One card per subject; below 640 px it runs edge to edge. */
export const Card = forwardRef(function Card(
  { as: Element = 'section', className, ...rest }: CardProps,
  ref: ForwardedRef<HTMLElement>,
) {
  return (
    <Element
      ref={ref as ForwardedRef<never>}
      className={cn(
        'min-w-0 overflow-hidden rounded-card border border-border bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0',
        className,
      )}
      {...rest}
    />
  );
});

interface CardHeadProps {
  title: ReactNode;
  id?: string | undefined;
  hint?: ReactNode;
  /** Controls on the right; with `isWrapping` they move to a separate line below 640 px. */
  end?: ReactNode;
  isWrapping?: boolean | undefined;
  /** Draws a rule above: this heading starts a second part of the card. */
  isRuled?: boolean | undefined;
  className?: string | undefined;
}

export function CardHead({ title, id, hint, end, isWrapping, isRuled, className }: CardHeadProps) {
  return (
    <div
      className={cn(
        'flex min-h-13 items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-5',
        isWrapping && 'flex-wrap',
        isRuled && 'border-t border-border',
        className,
      )}
    >
      <h2 id={id} className="max-w-full shrink-0 text-base font-semibold tracking-[-0.005em]">
        {title}
      </h2>
      {hint ? <p className="pt-0.5 text-xs text-balance text-muted">{hint}</p> : null}
      {end ? (
        <div className={cn('ml-auto flex items-center gap-2', isWrapping && 'max-sm:my-1 max-sm:w-full')}>
          {end}
        </div>
      ) : null}
    </div>
  );
}

/** Padded part of a card, closer to a heading directly above it. */
export function CardBody({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn('p-4 sm:p-5 [div:has(>h2)+&]:pt-1', className)} {...rest} />;
}

/** A ruled row of labels above values; folds below 1024 px. */
export function Facts({
  children,
  label,
  className,
}: {
  children: ReactNode;
  label?: string;
  className?: string;
}) {
  return (
    <dl
      aria-label={label}
      className={cn(
        'grid grid-cols-2 overflow-hidden md:grid-cols-3 lg:auto-cols-auto lg:grid-flow-col lg:grid-cols-none [&>*]:-mt-px [&>*]:-ml-px [&>*]:border-t [&>*]:border-l [&>*]:border-border',
        className,
      )}
    >
      {children}
    </dl>
  );
}

interface FactProps {
  label: string;
  sub?: ReactNode;
  /** Takes the whole line on narrow screens. */
  isWide?: boolean | undefined;
  /** Takes the whole line where the facts share the row with other content, from 1200 px up. */
  isFull?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

export function Fact({ label, sub, isWide, isFull, className, children }: FactProps) {
  return (
    <div
      className={cn(
        'min-w-0 px-4 py-2.5 sm:px-5 sm:py-3.5',
        isWide && 'max-sm:col-span-full',
        isFull && 'min-[75rem]:col-span-full',
      )}
    >
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="mt-0.5">
        <span className={cn('block truncate font-semibold', className)}>{children}</span>
        {sub ? <span className="block text-xs text-muted">{sub}</span> : null}
      </dd>
    </div>
  );
}

/** Label and value side by side, one pair per line. */
export function Pairs({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={cn('grid grid-cols-[6.5rem_minmax(0,1fr)] content-start gap-x-3 gap-y-2', className)}>
      {children}
    </dl>
  );
}

interface PairProps {
  label: ReactNode;
  isMono?: boolean;
  /** Puts a long value on the line below its label. */
  isFull?: boolean;
  children: ReactNode;
}

export function Pair({ label, isMono, isFull, children }: PairProps) {
  return (
    <>
      <dt className={cn('text-muted', isFull && 'col-span-full')}>{label}</dt>
      <dd className={cn('min-w-0 wrap-anywhere', isMono && 'mono', isFull && 'col-span-full -mt-1.5 mb-1')}>
        {children}
      </dd>
    </>
  );
}
