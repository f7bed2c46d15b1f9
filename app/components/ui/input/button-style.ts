import { cva, type VariantProps } from 'class-variance-authority';

const disabled =
  'aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-sunken aria-disabled:text-muted';

/** Style of buttons and of links that look like one. One `primary` per view. */
export const buttonStyle = cva(
  `inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap no-underline transition-colors select-none ${disabled}`,
  {
    variants: {
      variant: {
        primary:
          'border-brand bg-brand text-on-solid hovered:border-brand-hover hovered:bg-brand-hover hovered:text-on-solid',
        secondary: 'border-border bg-surface text-ink hovered:bg-sunken hovered:text-ink',
        quiet: 'border-transparent bg-transparent text-brand hovered:bg-sunken hovered:text-brand',
        plain: 'border-transparent bg-transparent text-ink hovered:bg-sunken hovered:text-ink',
        danger: 'border-transparent bg-transparent text-danger hovered:bg-danger-soft hovered:text-danger',
        'solid-danger': 'border-danger bg-danger text-on-solid hovered:text-on-solid hovered:opacity-90',
      },
      size: {
        md: 'h-9 px-3.5 text-sm touch:h-11',
        sm: 'h-7 px-2.5 text-mono touch:h-8',
        lg: 'h-11 px-5 text-base',
        icon: 'size-9 touch:size-11',
        'icon-sm': 'size-8',
      },
    },
    compoundVariants: [
      { variant: ['quiet', 'plain', 'danger'], size: 'md', className: 'px-2.5' },
      { variant: ['quiet', 'plain', 'danger'], size: 'sm', className: 'px-2' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonStyle = VariantProps<typeof buttonStyle>;
