import { Link, useLocation } from '@remix-run/react';
import { UsageMeter, type Usage } from '#app/components/frame/menus/usage-meter.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { WaitingDot } from './waiting-dot.tsx';
import { feedbackIcon, isCurrent, type NavigationEntry, type Navigation } from './entries.ts';

const line =
  'flex h-9 items-center gap-2.5 rounded-control px-2.5 font-medium whitespace-nowrap text-muted no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand max-lg:justify-center';

interface SidebarProps {
  navigation: Navigation;
  isAdminArea: boolean;
  usage: Usage | undefined;
  feedbackUrl: string | null;
}

/** 208 px wide from 1024 px up, icons only below, hidden below 640 px. */
export function Sidebar({ navigation, isAdminArea, usage, feedbackUrl }: SidebarProps) {
  const { main, more } = navigation;
  return (
    <nav
      aria-label="Main"
      data-chrome
      className="sticky top-14 flex flex-col gap-0.5 self-start px-3 py-4 max-lg:px-2 max-sm:hidden"
    >
      {isAdminArea ? <SideLinks entries={main} /> : <SideLinks entries={[...main, ...more]} />}
      {isAdminArea || feedbackUrl ? <span className="mx-2.5 my-2 h-px bg-border" /> : null}
      {isAdminArea ? (
        <SideLinks entries={more} />
      ) : feedbackUrl ? (
        <a href={feedbackUrl} className={line} title="Feedback">
          <Icon of={feedbackIcon} />
          <span className="max-lg:sr-only">Feedback</span>
          <span className="max-lg:hidden">
            <Tag>New</Tag>
          </span>
        </a>
      ) : null}
      {usage ? <UsageMeter usage={usage} className="max-lg:hidden" /> : null}
    </nav>
  );
}

function SideLinks({ entries }: { entries: NavigationEntry[] }) {
  return entries.map((entry) => <SideLink key={entry.to} entry={entry} />);
}

function SideLink({ entry }: { entry: NavigationEntry }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={entry.to}
      title={entry.count ? `${entry.label}, ${entry.count}` : entry.label}
      aria-current={isCurrent({ entry, pathname }) ? 'page' : undefined}
      className={line}
    >
      <span className="relative flex">
        <Icon of={entry.icon} />
        {entry.count ? <WaitingDot className="ring-background lg:hidden" /> : null}
      </span>
      <span className="max-lg:sr-only">{entry.label}</span>
      {entry.count ? (
        <span className="ml-auto max-lg:sr-only">
          <Tag>{entry.count}</Tag>
        </span>
      ) : null}
    </Link>
  );
}
