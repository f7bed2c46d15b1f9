import { Check, X } from 'lucide-react';
import { cn } from '#app/components/ui/cn.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { buttonStyle } from '#app/components/ui/input/button-style.ts';
import { doors, type ExternalName } from '#app/content/marketing.ts';

/**
 * Sign In and Get Started as native dialogs over the page: its script has no React that could load Radix
 * (docs/decisions/013). Without JavaScript the dialogs stay closed and the links lead to /login.
 */
export function Doors() {
  return (Object.keys(doors) as ExternalName[]).map((name) => <SignInOption key={name} name={name} />);
}

function SignInOption({ name }: { name: ExternalName }) {
  const { title, text, points, action } = doors[name];
  return (
    <dialog
      id={`door-${name}`}
      aria-labelledby={`door-${name}-title`}
      aria-describedby={`door-${name}-text`}
      className="m-auto max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-110 rounded-card border border-border bg-raised p-0 text-ink shadow-raised duration-180 backdrop:bg-ink/30 open:animate-in open:fade-in-0 max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none dark:backdrop:bg-background/70"
    >
      <div className="flex items-start gap-3 pt-4 pr-2 pl-4 sm:pr-3 sm:pl-5">
        <h2 id={`door-${name}-title`} className="flex-1 pt-1.5 text-base font-semibold">
          {title}
        </h2>
        <form method="dialog">
          <button
            aria-label="Close"
            title="Close"
            className={cn(buttonStyle({ variant: 'plain', size: 'icon' }), 'text-muted')}
          >
            <Icon of={X} />
          </button>
        </form>
      </div>
      <div className="px-4 pb-5 sm:px-5">
        <p id={`door-${name}-text`} className="text-pretty text-muted">
          {text}
        </p>
        {points.length > 0 ? (
          <ul className="mt-3">
            {points.map((point) => (
              <li key={point} className="flex gap-2.5 py-1">
                <Icon of={Check} className="mt-0.5 text-muted" />
                <span>{point}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {/* A link outside the router: the response redirects to another origin, and our
            Content-Security-Policy blocks forms that lead there. */}
        <a
          href="/auth/login?redirectTo=%2Fdashboard"
          data-door-end
          className={cn(buttonStyle({ variant: 'primary', size: 'lg' }), 'mt-5 w-full')}
        >
          {action}
        </a>
      </div>
    </dialog>
  );
}
