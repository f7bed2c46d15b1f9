import { Activity, ArrowLeft, CircleX, LayoutDashboard, ScrollText, Settings, Users } from 'lucide-react';
import type { Navigation } from './entries.ts';

/** Separate from the common navigation: only admin pages load it. */
export const adminNavigation: Navigation = {
  main: [
    { to: '/admin', label: 'Overview', icon: LayoutDashboard },
    { to: '/admin/users', label: 'Users', icon: Users, hasPagesBelow: true },
    { to: '/admin/logs', label: 'System Logs', shortLabel: 'Logs', icon: ScrollText },
    { to: '/admin/active-jobs', label: 'Active Jobs', icon: Activity },
    { to: '/admin/failures', label: 'Recent Failures', icon: CircleX },
    { to: '/admin/settings', label: 'Settings', icon: Settings },
  ],
  more: [{ to: '/dashboard', label: 'Back to Dashboard', icon: ArrowLeft }],
};
