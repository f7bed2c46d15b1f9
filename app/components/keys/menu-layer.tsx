import { Command } from 'cmdk';
import { Search, type LucideIcon } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import { layer, overlay } from '#app/components/ui/overlay/overlay-style.ts';

interface MenuLayerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Layer of a command menu. */
export function MenuLayer({ title, isOpen, onClose, children }: MenuLayerProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlay} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className={cn(
            layer,
            'fixed top-[max(16px,12dvh)] left-1/2 w-[calc(100vw-32px)] -translate-x-1/2 overflow-hidden sm:max-w-140',
          )}
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

interface MenuInputProps {
  typed: string;
  onType: (typed: string) => void;
  placeholder: string;
}

export function MenuInput({ typed, onType, placeholder }: MenuInputProps) {
  return (
    <div className="flex h-12 items-center gap-2.5 border-b border-control px-4 text-muted">
      <Icon of={Search} />
      <Command.Input
        value={typed}
        onValueChange={onType}
        maxLength={200}
        placeholder={placeholder}
        className="h-full min-w-0 flex-1 bg-transparent text-sm text-ink outline-none touch:text-base"
      />
    </div>
  );
}

export const menuList =
  'max-h-[min(60dvh,420px)] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted';

interface MenuItemProps {
  icon: LucideIcon;
  words: string;
  value?: string;
  onSelect: () => void;
  children?: ReactNode;
}

export function CommandItem({ icon, words, value = words, onSelect, children }: MenuItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={cn(menuLine, 'cursor-pointer data-[selected=true]:bg-brand-soft')}
    >
      <Icon of={icon} className="text-muted" />
      <span className="min-w-0 flex-1 truncate">{words}</span>
      {children}
    </Command.Item>
  );
}
