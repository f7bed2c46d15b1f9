import { Check, Monitor, Moon, Sun, type LucideIcon } from 'lucide-react';
import { Icon } from '#app/components/ui/icon.tsx';
import { DetailsMenu, menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import type { Theme } from './theme-choice.ts';
import { useTheme } from './use-theme.ts';

const themes: { value: Theme; label: string; icon: LucideIcon }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
];

/** Hidden without JavaScript: the theme then follows the operating system. */
export function ThemeMenu({ className }: { className?: string }) {
  return (
    <div className={`no-script:hidden ${className ?? ''}`}>
      <DetailsMenu label="Theme" panelClassName="w-40" opener={<Icon of={Sun} />}>
        <ThemeChoices />
      </DetailsMenu>
    </div>
  );
}

export function ThemeChoices() {
  const [theme, setTheme] = useTheme();
  return (
    <div role="group" aria-label="Theme" className="no-script:hidden">
      {themes.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          // The public page has a separate script that listens for this button.
          data-theme={value}
          onClick={() => setTheme(value)}
          className={`group/theme ${menuLine}`}
        >
          <Icon of={icon} />
          {label}
          <Icon of={Check} className="ml-auto hidden text-brand group-aria-pressed/theme:block" />
        </button>
      ))}
    </div>
  );
}
