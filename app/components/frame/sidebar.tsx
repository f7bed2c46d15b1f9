import { Link, useLocation } from '@remix-run/react';
import { UsageMeter, type Usage } from '#app/components/frame/menus/usage-meter.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { feedbackIcon, isCurrent, type NavigationEntry, type Navigation } from './entries.ts';

const line =
  'relative flex h-9 items-center gap-2.5 rounded-control px-2.5 font-medium whitespace-nowrap text-muted no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand max-lg:justify-center';

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

/** Beside the icon alone, a dot stands for the number. */
function EntryCount({ count: { value, text } }: { count: NonNullable<NavigationEntry['count']> }) {
  return (
    <>
      <span className="sr-only">, {text}</span>
      <span
        aria-hidden
        className="ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-badge bg-danger-soft px-1.5 text-xs font-semibold text-danger max-lg:absolute max-lg:top-1 max-lg:right-1 max-lg:size-2 max-lg:min-w-0 max-lg:bg-danger max-lg:p-0 max-lg:text-[0px]"
      >
        {value > 99 ? '99+' : value}
      </span>
    </>
  );
}

function SideLink({ entry }: { entry: NavigationEntry }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={entry.to}
      title={entry.label}
      aria-current={isCurrent({ entry, pathname }) ? 'page' : undefined}
      className={line}
    >
      <Icon of={entry.icon} />
      <span className="max-lg:sr-only">{entry.label}</span>
      {entry.count ? <EntryCount count={entry.count} /> : null}
    </Link>
  );
}
