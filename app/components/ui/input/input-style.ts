import { cva } from 'class-variance-authority';

/** Border, background and type of all text fields and pickers. */
export const inputStyle = cva(
  'w-full min-w-0 rounded-control border border-control bg-surface text-ink transition-colors disabled:border-border disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger [&[readonly]]:border-border [&[readonly]]:bg-sunken [&[readonly]]:text-muted',
  {
    variants: {
      type: { sans: 'text-sm touch:text-base', mono: 'mono touch:text-base' },
      size: { md: 'min-h-9 px-2.5 py-1.5 touch:min-h-11 touch:py-2', lg: 'min-h-11 px-2.5 py-2 text-base' },
    },
    defaultVariants: { type: 'sans', size: 'md' },
  },
);
