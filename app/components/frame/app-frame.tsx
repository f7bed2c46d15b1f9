import { useEffect, type ReactNode } from 'react';
import { HeaderClock } from '#app/components/frame/menus/header-clock.tsx';
import { HeaderSearch, NarrowSearch } from '#app/components/frame/menus/header-search.tsx';
import { ThemeMenu } from '#app/components/frame/menus/theme-menu.tsx';
import type { Usage } from '#app/components/frame/menus/usage-meter.tsx';
import { useLearnedZones } from '#app/components/frame/menus/use-learned-zones.ts';
import { UserMenu } from '#app/components/frame/menus/user-menu.tsx';
import { useReportedZone, ZoneSwitch } from '#app/components/frame/menus/zone-switch.tsx';
import { showBadge } from '#app/components/installed/app-badge.ts';
import { useServiceWorker } from '#app/components/installed/use-service-worker.ts';
import { FrameKeys } from '#app/components/keys/frame-keys.tsx';
import { KeysArea } from '#app/components/keys/keys-area.tsx';
import { PageDataNotices } from '#app/components/page-data/page-data-notices.tsx';
import { Announcer } from '#app/components/ui/announcer.tsx';
import { DisplayZoneProvider } from '#app/components/ui/display-zone.tsx';
import { ProgressBar } from '#app/components/ui/input/progress-bar.tsx';
import { KeptFetchers } from '#app/components/ui/kept-fetchers.tsx';
import type { FlashToast } from '#app/components/ui/overlay/toast-list.ts';
import { ToastArea } from '#app/components/ui/overlay/toast.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import type { DisplayZone } from '#app/format/display-zone.ts';
import type { FrameUser } from '#app/presenters/frame-user.ts';
import { userNavigation, type Navigation } from './entries.ts';
import { FooterLine } from './footer.tsx';
import { Brand } from './logo.tsx';
import { Sidebar } from './sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { TabBar } from './tab-bar.tsx';

interface AppFrameProps {
  /** Navigation of admin pages; other pages use the common one. */
  adminNavigation?: Navigation | undefined;
  user: FrameUser;
  usage?: Usage | undefined;
  /** Jobs whose last run failed, for the icon of the installed app; undefined leaves the icon unchanged. */
  failing?: number | undefined;
  openIncidents?: number | undefined;
  display: DisplayZone;
  /** Enables single-key shortcuts. */
  areSinglesOn?: boolean | undefined;
  /** Null if the installation has no feedback address: its links are left out. */
  feedbackUrl: string | null;
  /** Toast from the previous page. */
  toast?: (FlashToast & { id: string }) | null | undefined;
  children: ReactNode;
}

/** Header, sidebar, footer and, on narrow screens, the bottom bar of every signed-in page. */
export function AppFrame(props: AppFrameProps) {
  const {
    adminNavigation,
    user,
    usage,
    failing,
    openIncidents,
    display,
    areSinglesOn = true,
    feedbackUrl,
    toast,
    children,
  } = props;
  useLearnedZones();
  const isAdminArea = adminNavigation !== undefined;
  const navigation = adminNavigation ?? userNavigation({ isAdmin: user.isAdmin, openIncidents });
  const links = { navigation, isAdminArea, usage, feedbackUrl };
  return (
    <DisplayZoneProvider value={display}>
      <ToastArea flash={toast ?? null}>
        <KeptFetchers>
          <KeysArea areSinglesOn={areSinglesOn}>
            <div className="group/frame flex min-h-dvh flex-col max-sm:pb-14">
              <SkipLink />
              <ProgressBar />
              <Announcer />
              <FrameKeys />
              <AppHeader isAdminArea={isAdminArea} user={user} failing={failing} />
              <div className="grid flex-1 sm:grid-cols-[60px_minmax(0,1fr)] lg:grid-cols-[208px_minmax(0,1fr)]">
                <Sidebar {...links} />
                <main
                  id="main"
                  tabIndex={-1}
                  className="w-full max-w-app min-w-0 border-border p-4 pb-6 sm:border-l sm:p-6"
                >
                  {children}
                </main>
              </div>
              <footer
                data-chrome
                className="flex h-12 items-center gap-5 border-t border-border px-4 text-xs text-muted sm:pr-6 sm:pl-5"
              >
                <FooterLine
                  links={[
                    { to: '/docs', label: 'Docs' },
                    { to: '/status', label: 'Status' },
                  ]}
                />
              </footer>
              <TabBar {...links} />
            </div>
          </KeysArea>
        </KeptFetchers>
      </ToastArea>
    </DisplayZoneProvider>
  );
}

function AppHeader({
  isAdminArea,
  user,
  failing,
}: Pick<AppFrameProps, 'user' | 'failing'> & { isAdminArea: boolean }) {
  useReportedZone(user.timeZone);
  useServiceWorker();
  useEffect(() => {
    if (failing !== undefined) showBadge(failing);
  }, [failing]);
  return (
    <header
      data-chrome
      className="sticky top-0 z-30 flex h-14 items-center border-b border-border bg-surface pr-1 pl-4 sm:gap-3 sm:pr-6 sm:pl-0"
    >
      <Brand to="/dashboard" className="sm:w-52 sm:pl-5 max-lg:sm:w-15 max-lg:sm:[&>span]:sr-only" />
      <HeaderSearch className="w-75 max-lg:w-50 max-sm:hidden sm:ml-3" />
      <div className="ml-auto flex items-center sm:gap-3">
        {isAdminArea ? (
          <span className="max-sm:mr-1">
            <Tag>Admin Area</Tag>
          </span>
        ) : user.isAdmin ? (
          <span className="max-sm:hidden">
            <Tag>Admin</Tag>
          </span>
        ) : null}
        <span className={isAdminArea ? 'max-sm:hidden' : 'max-sm:mr-2'}>
          <HeaderClock />
        </span>
        <ZoneSwitch className="flex max-sm:hidden" />
        <NarrowSearch />
        <span className="flex items-center">
          <ThemeMenu className="max-sm:hidden" />
          <UserMenu user={user} />
        </span>
      </div>
      <PageDataNotices />
    </header>
  );
}
