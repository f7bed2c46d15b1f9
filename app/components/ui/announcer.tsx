import { useLocation, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** State of a link that opens or closes a layer over the page: the announcer then leaves the focus alone. */
export const keepsFocus = { keepsFocus: true };

/** After a navigation, focuses the heading and announces the page's title. */
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
    // A dialog that the new address opens takes the focus itself.
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
