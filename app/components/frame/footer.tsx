import { Link } from '@remix-run/react';
import { tagline } from '#app/content/marketing.ts';

/** The tagline and the ways on, at the end of every page. */
export function FooterLine({ links }: { links: { to: string; label: string }[] }) {
  return (
    <>
      <span className="whitespace-nowrap">{tagline}</span>
      <span className="ml-auto flex gap-5">
        {links.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="py-1 whitespace-nowrap text-muted no-underline hover:text-ink hover:underline"
          >
            {label}
          </Link>
        ))}
      </span>
    </>
  );
}
