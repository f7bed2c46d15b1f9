import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import { faq } from '#app/content/marketing.ts';
import { sectionRoom } from './section-head.tsx';

/** Six questions, which open without JavaScript. */
export function Questions({ feedbackUrl }: { feedbackUrl: string | null }) {
  return (
    <section
      id="faq"
      aria-labelledby="faq-title"
      className={`${marketingWidth} ${sectionRoom} grid gap-4 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-14`}
    >
      <div>
        <h2 id="faq-title" className="text-2xl font-semibold">
          {faq.title}
        </h2>
        {feedbackUrl ? (
          <p className="mt-1.5 text-base text-muted">
            {faq.elsewhere} <a href={feedbackUrl}>{faq.ask}</a>.
          </p>
        ) : null}
      </div>
      <div className="border-t border-control">
        {faq.list.map(({ question, response }, index) => (
          <Disclosure
            key={question}
            styles="line"
            open={index === 0}
            className="border-b border-border"
            summary={question}
          >
            <p className="max-w-prose pb-4.5 text-base text-pretty text-muted sm:pr-10">{response}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
