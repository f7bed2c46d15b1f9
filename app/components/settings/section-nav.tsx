import { Link } from '@remix-run/react';
import { settingsSections } from './sections.ts';

const link = 'inline-flex min-h-6 items-center font-medium text-muted no-underline hover:text-ink';

/** Links to the anchors of the page's sections, and to the page of the channels. */
export function SectionNav() {
  return (
    <nav aria-label="Sections of this page" data-chrome className="-mt-1 mb-4 sm:mb-5">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {settingsSections.map(([id, label]) => (
          <li key={id}>
            <Link to={{ hash: id }} className={link}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/dashboard/settings/channels" className={link}>
            Channels
          </Link>
        </li>
      </ul>
    </nav>
  );
}
