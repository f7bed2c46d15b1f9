import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode, SyntheticEvent } from 'react';
import { cn } from '#app/components/ui/cn.ts';

export interface Tab {
  value: string;
  label: ReactNode;
  /** Number of fields with errors in the panel. */
  errorCount?: number | undefined;
  panel: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** With `onChange` if the address decides; otherwise use `defaultValue`. */
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  className?: string | undefined;
}

/** All panels stay in the page, so closed ones keep their fields; without JavaScript all are open. */
export function Tabs({ label, tabs, value, defaultValue, onChange, className }: TabsProps) {
  const first = defaultValue ?? tabs[0]?.value ?? '';
  return (
    <RadixTabs.Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onChange && { onValueChange: onChange })}
      className={className}
    >
      <RadixTabs.List
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-border px-1 sm:px-2 no-script:hidden"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            onPointerDown={hideRing}
            onKeyDown={showRing}
            onBlur={showRing}
            className={tabStyle}
          >
            {tab.label}
            {tab.errorCount ? <ErrorCount count={tab.errorCount} /> : null}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.value}
          value={tab.value}
          forceMount
          className="outline-offset-[-2px] data-[state=inactive]:hidden no-script:data-[state=inactive]:block"
        >
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

// Radix focuses a clicked tab by script: browsers take that for the keyboard and would draw the focus ring.
function hideRing({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.dataset.pressed = '';
}

function showRing({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  delete currentTarget.dataset.pressed;
}

const tabStyle = cn(
  '-mb-px flex h-11 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink data-pressed:outline-none',
  'data-[state=active]:border-brand data-[state=active]:font-semibold data-[state=active]:text-ink',
);

function ErrorCount({ count }: { count: number }) {
  return (
    <span className="h-[18px] min-w-[18px] rounded-full bg-danger-soft px-1 text-center text-xs leading-[18px] font-semibold text-danger">
      {count}
      <span className="sr-only">{count === 1 ? ' error' : ' errors'}</span>
    </span>
  );
}
