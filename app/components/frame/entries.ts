import {
  BookOpen,
  House,
  LayoutDashboard,
  MessageSquare,
  Settings,
  ShieldCheck,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';

export interface NavigationEntry {
  to: string;
  label: string;
  /** For the bottom bar, which has 90 px per label. */
  shortLabel?: string;
  icon: LucideIcon;
  /** Also current on the pages below it. */
  hasPagesBelow?: boolean;
  /** Under More in the bottom bar. */
  isUnderMore?: boolean;
  /** Number of things that wait there: "3 open". */
  count?: string;
}

const incidentsPath = '/dashboard/incidents';

export const mainEntries: NavigationEntry[] = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, hasPagesBelow: true },
  {
    to: incidentsPath,
    label: 'Incidents',
    icon: TriangleAlert,
    hasPagesBelow: true,
    isUnderMore: true,
  },
  { to: '/dashboard/api-docs', label: 'API Documentation', shortLabel: 'API Docs', icon: BookOpen },
  { to: '/dashboard/settings', label: 'Settings', icon: Settings, hasPagesBelow: true },
];

export const homeEntry: NavigationEntry = { to: '/', label: 'Home', icon: House };

/** Entry in the user area, for admins only. */
const toAdminArea: NavigationEntry = { to: '/admin', label: 'Admin Dashboard', icon: ShieldCheck };

/** Navigation entries: `main` in order, three of them in the bottom bar, then `more`. */
export interface Navigation {
  main: NavigationEntry[];
  more: NavigationEntry[];
}

/** @param openIncidents incidents that nobody has acknowledged */
export function userNavigation({
  isAdmin,
  openIncidents = 0,
}: {
  isAdmin: boolean;
  openIncidents?: number | undefined;
}): Navigation {
  const main = mainEntries.map((entry) =>
    entry.to === incidentsPath && openIncidents > 0 ? { ...entry, count: `${openIncidents} open` } : entry,
  );
  return { main, more: [...(isAdmin ? [toAdminArea] : []), homeEntry] };
}

export const feedbackIcon = MessageSquare;

/** Reports whether the page belongs to the entry; a job's pages belong to the dashboard, an account's to the users. */
export function isCurrent({ entry, pathname }: { entry: NavigationEntry; pathname: string }): boolean {
  if (pathname === entry.to) return true;
  if (!entry.hasPagesBelow || !pathname.startsWith(`${entry.to}/`)) return false;
  // The longest matching path wins: Settings is also below the dashboard.
  return !mainEntries.some(({ to }) => to.length > entry.to.length && pathname.startsWith(to));
}
