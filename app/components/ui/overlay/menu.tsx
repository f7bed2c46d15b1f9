import { Link } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { Kbd } from '#app/components/ui/tag.tsx';
import { menuLine, menuRule } from './details-menu.tsx';
import { layer } from './overlay-style.ts';

interface MenuProps {
  /** One button. */
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end' | undefined;
  children: ReactNode;
}

/** Menu of actions. Each must also be reachable elsewhere without JavaScript. */
export function Menu({ trigger, label, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          className={cn(layer, 'w-55 p-1')}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  /** Link target; without it the item runs an action. */
  to?: string | undefined;
  onSelect?: (() => void) | undefined;
  shortcut?: string | undefined;
  isDangerous?: boolean | undefined;
  isDisabled?: boolean | undefined;
  children: ReactNode;
}

export function MenuItem({ icon, to, onSelect, shortcut, isDangerous, isDisabled, children }: MenuItemProps) {
  const style = cn(menuLine, isDangerous && 'text-danger data-highlighted:bg-danger-soft');
  const content = (
    <>
      <Icon of={icon} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </>
  );
  return (
    <DropdownMenu.Item asChild={Boolean(to)} disabled={isDisabled} onSelect={onSelect} className={style}>
      {to ? <Link to={to}>{content}</Link> : content}
    </DropdownMenu.Item>
  );
}

export function MenuRule() {
  return <DropdownMenu.Separator className={menuRule} />;
}
