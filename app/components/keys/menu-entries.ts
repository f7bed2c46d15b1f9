import {
  BookText,
  CirclePlus,
  Copy,
  CopyPlus,
  Grid3x3,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Pause,
  Pencil,
  Play,
  Settings,
  Sun,
  Trash2,
  Upload,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { homeEntry, mainEntries } from '#app/components/frame/entries.ts';
import type { Theme } from '#app/components/frame/menus/theme-choice.ts';
import { settingsSections } from '#app/components/settings/sections.ts';
import type { KeyName } from './key-list.ts';
import type { OpenJob } from './use-open-job.ts';

export interface MenuEntry {
  words: string;
  icon: LucideIcon;
  /** Shortcut with the same effect. */
  keyName?: KeyName | undefined;
  does:
    | { to: string }
    | { theme: Theme }
    | { copy: string }
    | { press: KeyName }
    | 'delete-job'
    | 'sheet'
    | 'sign-out';
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

const heatMapEntry = { to: '/dashboard/heat-map', label: 'Heat Map', icon: Grid3x3 };
const docsEntry = { to: '/docs', label: 'Documentation', icon: BookText };

const groups: MenuGroup[] = [
  {
    label: 'Actions',
    entries: [
      { words: 'Create Job', icon: CirclePlus, keyName: 'create', does: { to: '/dashboard/jobs/create' } },
      { words: 'Import and Export Jobs', icon: Upload, does: { to: '/dashboard/import' } },
    ],
  },
  {
    label: 'Go To',
    entries: [...mainEntries, heatMapEntry, docsEntry, homeEntry].map(({ to, label, icon }) => {
      const keyName = pageKeys[to];
      return { words: label, icon, does: { to }, ...(keyName && { keyName }) };
    }),
  },
  {
    label: 'Preferences',
    entries: [
      { words: 'Theme: Light', icon: Sun, does: { theme: 'light' } },
      { words: 'Theme: Dark', icon: Moon, does: { theme: 'dark' } },
      { words: 'Theme: System', icon: Monitor, does: { theme: 'system' } },
      { words: 'Keyboard Shortcuts', icon: Keyboard, keyName: 'sheet', does: 'sheet' },
      { words: 'Sign Out', icon: LogOut, does: 'sign-out' },
    ],
  },
  {
    label: 'Settings',
    entries: [
      ...settingsSections.map(([anchor, name]) => ({
        words: `Settings: ${name}`,
        icon: Settings,
        does: { to: `/dashboard/settings#${anchor}` },
      })),
      { words: 'Settings: Channels', icon: Settings, does: { to: '/dashboard/settings/channels' } },
    ],
  },
];

/**
 * Entries with every typed word, case-insensitive; empty groups are omitted.
 * @param job the open job, whose actions come first
 */
export function menuGroups({
  typed,
  job = null,
}: {
  typed: string;
  job?: OpenJob | null | undefined;
}): MenuGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (entry: MenuEntry) => words.every((word) => entry.words.toLowerCase().includes(word));
  return [...(job ? [{ label: job.name, entries: jobEntries(job) }] : []), ...groups]
    .map(({ label, entries }) => ({ label, entries: entries.filter(holds) }))
    .filter(({ entries }) => entries.length > 0);
}

function jobEntries({ id, page, isForm }: OpenJob): MenuEntry[] {
  const to = `/dashboard/jobs/${id}`;
  const open: MenuEntry = { words: 'Open Job', icon: Webhook, does: { to } };
  const edit: MenuEntry = { words: 'Edit Job', icon: Pencil, keyName: 'edit', does: { to: `${to}/edit` } };
  const duplicate: MenuEntry = {
    words: 'Duplicate Job',
    icon: CopyPlus,
    does: { to: `/dashboard/jobs/create?from=${id}` },
  };
  if (page === null) return isForm ? [open, duplicate] : [open, { ...edit, keyName: undefined }, duplicate];
  return [
    { words: 'Run Now', icon: Zap, keyName: 'run', does: { press: 'run' } },
    {
      words: page.isActive ? 'Pause Job' : 'Resume Job',
      icon: page.isActive ? Pause : Play,
      keyName: 'pause',
      does: { press: 'pause' },
    },
    edit,
    duplicate,
    ...(page.curl === null ? [] : [{ words: 'Copy as cURL', icon: Copy, does: { copy: page.curl } }]),
    { words: 'Delete Job', icon: Trash2, does: 'delete-job' },
  ];
}
