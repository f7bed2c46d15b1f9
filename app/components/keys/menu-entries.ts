import {
  BookText,
  CirclePlus,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { homeEntry, mainEntries } from '#app/components/frame/entries.ts';
import type { Theme } from '#app/components/frame/theme-choice.ts';
import type { KeyName } from './key-list.ts';

export interface MenuEntry {
  words: string;
  icon: LucideIcon;
  /** The shortcut that does the same. */
  keyName?: KeyName;
  does: { to: string } | { theme: Theme } | 'sheet' | 'sign-out';
}

interface MenuGroup {
  label: string;
  entries: MenuEntry[];
}

const pageKeys: Record<string, KeyName> = {
  '/dashboard': 'go-dashboard',
  '/dashboard/api-docs': 'go-api-docs',
  '/dashboard/settings': 'go-settings',
};

const docsEntry = { to: '/docs', label: 'Documentation', icon: BookText };

const groups: MenuGroup[] = [
  {
    label: 'Do',
    entries: [
      { words: 'Create Job', icon: CirclePlus, keyName: 'create', does: { to: '/dashboard/jobs/create' } },
      { words: 'Import and Export Jobs', icon: Upload, does: { to: '/dashboard/import' } },
    ],
  },
  {
    label: 'Go To',
    entries: [...mainEntries, docsEntry, homeEntry].map(({ to, label, icon }) => {
      const keyName = pageKeys[to];
      return { words: label, icon, does: { to }, ...(keyName && { keyName }) };
    }),
  },
  {
    label: 'Settings',
    entries: [
      { words: 'Theme: Light', icon: Sun, does: { theme: 'light' } },
      { words: 'Theme: Dark', icon: Moon, does: { theme: 'dark' } },
      { words: 'Theme: System', icon: Monitor, does: { theme: 'system' } },
      { words: 'Keyboard Shortcuts', icon: Keyboard, keyName: 'sheet', does: 'sheet' },
      { words: 'Sign Out', icon: LogOut, does: 'sign-out' },
    ],
  },
];

/** The entries that hold every word of what was typed, in any case; groups without one are left out. */
export function menuGroups(typed: string): MenuGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (entry: MenuEntry) => words.every((word) => entry.words.toLowerCase().includes(word));
  return groups
    .map(({ label, entries }) => ({ label, entries: entries.filter(holds) }))
    .filter(({ entries }) => entries.length > 0);
}
