import { Link } from '@remix-run/react';
import { Keyboard, Settings } from 'lucide-react';
import { Avatar } from '#app/components/frame/avatar.tsx';
import { InstallEntry } from '#app/components/installed/install-entry.tsx';
import { usePressKey } from '#app/components/keys/keys-area.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { DetailsMenu, menuLine, menuRule } from '#app/components/ui/overlay/details-menu.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import type { FrameUser } from '#app/presenters/frame-user.ts';
import { SignOutForm } from './sign-out-form.tsx';
import { ThemeChoices } from './theme-menu.tsx';
import { ZoneSwitch } from './zone-switch.tsx';

/** The signed-in user and Sign Out. On narrow screens, it also has the entries that do not fit the header. */
export function UserMenu({ user }: { user: FrameUser }) {
  const pressKey = usePressKey();
  return (
    <DetailsMenu label="User menu" opener={<Avatar src={user.pictureUrl} />}>
      <div className="grid gap-0.5 px-2.5 py-2">
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{user.name ?? user.email}</span>
          {user.isAdmin ? <Tag>Admin</Tag> : null}
        </span>
        {user.name ? <span className="truncate text-xs text-muted">{user.email}</span> : null}
      </div>
      <div className={menuRule} />
      <div className="sm:hidden">
        <div className="flex items-center justify-between gap-2 px-2.5 py-1">
          <span className="text-xs font-medium text-muted">Times</span>
          <ZoneSwitch />
        </div>
        <div className={menuRule} />
        <ThemeChoices />
        <div className={`${menuRule} no-script:hidden`} />
      </div>
      <Link to="/dashboard/settings" className={menuLine}>
        <Icon of={Settings} />
        Settings
      </Link>
      <button type="button" onClick={() => pressKey('sheet')} className={`${menuLine} no-script:hidden`}>
        <Icon of={Keyboard} />
        Keyboard Shortcuts
      </button>
      <InstallEntry />
      <SignOutForm />
    </DetailsMenu>
  );
}
