import { Link } from '@remix-run/react';
import { tagline } from '#app/content/tagline.ts';

interface FooterLink {
  to: string;
  label: string;
  /** Left out where space is short. */
  isExtra?: boolean;
}

/** The tagline and links at the end of every page. */
export function FooterLine({ links }: { links: FooterLink[] }) {
  return (
    <>
      <span className="whitespace-nowrap">{tagline}</span>
      <span className="ml-auto flex flex-wrap gap-x-5">
        {links.map(({ to, label, isExtra }) => (
          <Link
            key={to}
            to={to}
            className={`py-1 whitespace-nowrap text-muted no-underline hover:text-ink hover:underline ${isExtra ? 'max-sm:hidden' : ''}`}
          >
            {label}
          </Link>
        ))}
      </span>
    </>
  );
}
