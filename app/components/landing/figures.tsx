import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { figures } from '#app/content/marketing.ts';

/**
 * The page contains the final values; the animation is decoration (interface.md section 4) and hidden from
 * screen readers.
 */
export function Figures() {
  return (
    <div className={marketingWidth}>
      <dl
        aria-label="Punctual in figures"
        className="grid grid-cols-2 border-t border-control double-rule-b sm:grid-cols-[repeat(5,auto)]"
      >
        {figures.map(({ label, text, isCounted }) => (
          <div
            key={label}
            className="border-border py-3 max-sm:last:col-span-full max-sm:even:border-l max-sm:even:pl-4 max-sm:nth-[n+3]:border-t sm:px-3 sm:pt-4.5 sm:pb-4 sm:not-first:border-l sm:first:pl-0 md:px-5"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="text-2xl font-semibold">
              {isCounted ? (
                <>
                  <span className="sr-only">{text}</span>
                  <span aria-hidden="true" data-count>
                    {text}
                  </span>
                </>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
