import { Link, type LinkProps } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { forwardRef, useId, type ButtonHTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon, Spinner } from '#app/components/ui/icon.tsx';
import { buttonStyle, type ButtonStyle } from './button-style.ts';

interface ButtonLook extends ButtonStyle {
  icon?: LucideIcon | undefined;
  /** Label of an icon-only button. */
  label?: string | undefined;
  /** Reason why the action is unavailable; the button stays focusable and shows it. */
  disabledReason?: string | undefined;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  isPending?: boolean | undefined;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(props, ref) {
  const {
    variant,
    size,
    icon,
    label,
    disabledReason,
    isPending,
    className,
    children,
    type,
    onClick,
    ...rest
  } = props;
  const reasonId = useId();
  const isDisabled = Boolean(disabledReason) || rest['aria-disabled'] === true;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled || isPending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        ref={ref}
        // Enter must not submit through a disabled submit button either.
        type={isDisabled ? 'button' : (type ?? 'button')}
        className={cn(buttonStyle({ variant, size }), className)}
        aria-label={label}
        title={disabledReason ?? label}
        aria-busy={isPending ? true : undefined}
        onClick={click}
        {...rest}
        {...(isDisabled && { 'aria-disabled': true })}
        {...(disabledReason && { 'aria-describedby': reasonId })}
      >
        <ButtonContent icon={icon} isPending={isPending}>
          {children}
        </ButtonContent>
      </button>
      {disabledReason ? (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      ) : null}
    </>
  );
});

export type ButtonLinkProps = LinkProps & ButtonLook;

/** A link that looks like a button. A disabled one keeps its place, text and reason. */
export function ButtonLink({
  variant,
  size,
  icon,
  label,
  disabledReason,
  className,
  children,
  ...link
}: ButtonLinkProps) {
  const style = cn(buttonStyle({ variant, size }), className);
  const content = <ButtonContent icon={icon}>{children}</ButtonContent>;
  if (disabledReason) {
    return (
      <span
        role="link"
        tabIndex={0}
        aria-disabled="true"
        aria-label={label}
        className={style}
        title={disabledReason}
      >
        {content}
        <span className="sr-only">{disabledReason}</span>
      </span>
    );
  }
  return (
    <Link aria-label={label} title={label} className={style} {...link}>
      {content}
    </Link>
  );
}

interface ContentProps {
  icon?: LucideIcon | undefined;
  isPending?: boolean | undefined;
  children?: ReactNode;
}

function ButtonContent({ icon, isPending, children }: ContentProps) {
  return (
    <>
      {isPending ? <Spinner /> : icon ? <Icon of={icon} /> : null}
      {children}
    </>
  );
}
