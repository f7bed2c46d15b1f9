import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** The state of a link that lays something over the page, or takes it away: the focus is not the announcer's then. */
export const keepsFocus = { keepsFocus: true };

/** After a navigation the heading has the focus and the page's title is read out. */
export function Announcer() {
  const location = useLocation();
  const { pathname } = location;
  const isQuiet = (location.state as Partial<typeof keepsFocus> | null)?.keepsFocus === true;
  const isIdle = useNavigation().state === 'idle';
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (!isIdle || shown.current === pathname) return;
    shown.current = pathname;
    // A dialog the new address opens takes the focus itself.
    if (isQuiet || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setTitle(document.title);
  }, [pathname, isIdle, isQuiet]);

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
