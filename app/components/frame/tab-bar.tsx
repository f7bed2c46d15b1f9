import { Link, useLocation } from '@remix-run/react';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { SignOutForm } from '#app/components/frame/menus/sign-out-form.tsx';
import { UsageMeter, type Usage } from '#app/components/frame/menus/usage-meter.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { DetailsMenu, menuLine, menuRule } from '#app/components/ui/overlay/details-menu.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { WaitingDot } from './waiting-dot.tsx';
import { feedbackIcon, isCurrent, type Navigation } from './entries.ts';

/** More follows them. */
const slots = 3;

const slot =
  'grid h-14 content-center justify-items-center gap-0.5 text-xs font-medium text-muted no-underline aria-[current=page]:text-brand';

interface TabBarProps {
  navigation: Navigation;
  isAdminArea: boolean;
  usage: Usage | undefined;
  feedbackUrl: string | null;
}

/** Entries on screens below 640 px. A page's own action bar replaces it. */
export function TabBar({ navigation, isAdminArea, usage, feedbackUrl }: TabBarProps) {
  const { main, more } = navigation;
  const inBar = main.filter(({ isUnderMore }) => !isUnderMore).slice(0, slots);
  const underMore = [...main.filter((entry) => !inBar.includes(entry)), ...more];
  const waiting = underMore.flatMap(({ label, count }) => (count ? [`${label}, ${count}`] : []));
  const { pathname } = useLocation();
  return (
    <nav
      aria-label="Main, narrow"
      data-chrome
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-border bg-surface group-has-data-action-bar/frame:hidden sm:hidden"
    >
      {inBar.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          aria-current={isCurrent({ entry, pathname }) ? 'page' : undefined}
          className={slot}
        >
          <Slot icon={entry.icon} label={entry.shortLabel ?? entry.label} />
        </Link>
      ))}
      <DetailsMenu
        label={['More', ...waiting].join(': ')}
        className="static"
        openerClassName={slot}
        panelClassName="inset-x-0 top-auto bottom-full mt-0 w-auto rounded-none border-x-0 p-2"
        opener={<Slot icon={Ellipsis} label="More" isWaiting={waiting.length > 0} />}
      >
        {usage ? <UsageMeter usage={usage} className="mt-0 mb-2 border-t-0 pt-1" /> : null}
        {underMore.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            aria-current={isCurrent({ entry, pathname }) ? 'page' : undefined}
            className={menuLine}
          >
            <Icon of={entry.icon} />
            {entry.label}
            {entry.count ? <Tag>{entry.count}</Tag> : null}
          </Link>
        ))}
        {isAdminArea || !feedbackUrl ? null : (
          <a href={feedbackUrl} className={menuLine}>
            <Icon of={feedbackIcon} />
            Feedback
            <Tag>New</Tag>
          </a>
        )}
        <div className={menuRule} />
        <SignOutForm />
      </DetailsMenu>
    </nav>
  );
}

function Slot({ icon, label, isWaiting }: { icon: LucideIcon; label: string; isWaiting?: boolean }) {
  return (
    <>
      <span className="relative flex">
        <Icon of={icon} size={20} />
        {isWaiting ? <WaitingDot className="ring-surface" /> : null}
      </span>
      {label}
    </>
  );
}
