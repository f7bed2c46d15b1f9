import { Download } from 'lucide-react';
import { Icon } from '#app/components/ui/icon.tsx';
import { menuLine } from '#app/components/ui/overlay/details-menu.tsx';
import { useInstall } from './install-prompt.ts';

/** Line of the user menu, shown if the browser can install the app. */
export function InstallEntry() {
  const install = useInstall();
  if (!install) return null;
  return (
    <button type="button" onClick={install} className={menuLine}>
      <Icon of={Download} />
      Install App
    </button>
  );
}
