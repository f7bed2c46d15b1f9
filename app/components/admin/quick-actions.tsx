import { Link } from '@remix-run/react';
import { Activity, ChevronRight, CircleX, HeartPulse, ScrollText, Users } from 'lucide-react';
import { Card, CardHead } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';

const actions = [
  { to: '/admin/users', label: 'Manage Users', icon: Users },
  { to: '/admin/logs', label: 'View System Logs', icon: ScrollText },
  { to: '/admin/active-jobs', label: 'View Active Jobs', icon: Activity },
  { to: '/admin/failures', label: 'View Recent Failures', icon: CircleX },
  { to: '/admin/settings#engine', label: 'View Engine Health', icon: HeartPulse },
];

/** Links from the overview to the admin pages. */
export function QuickActions() {
  return (
    <Card aria-labelledby="quick-actions-head">
      <CardHead id="quick-actions-head" title="Quick Actions" />
      <ul className="border-t border-control [&>li+li]:border-t [&>li+li]:border-border">
        {actions.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-2.5 px-4 font-medium text-ink no-underline hover:bg-sunken hover:text-ink sm:px-5"
            >
              <Icon of={icon} className="text-muted" />
              {label}
              <Icon of={ChevronRight} className="ml-auto text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
