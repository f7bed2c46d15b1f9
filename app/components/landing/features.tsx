import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { Tag } from '#app/components/ui/tag.tsx';
import { features } from '#app/content/marketing.ts';
import { FeatureFigure } from './feature-figure.tsx';
import { SectionHead, sectionRoom } from './section-head.tsx';

/** Six features in ruled columns, each with a drawing. */
export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={`${marketingWidth} ${sectionRoom}`}>
      <SectionHead id="features-title" title={features.title} text={features.text} />
      <ul className="grid border-y border-control sm:grid-cols-2 lg:grid-cols-3">
        {features.list.map(({ name, title, tag, text }) => (
          <li
            key={name}
            className="border-border py-5 not-first:max-sm:border-t sm:max-lg:pr-6 sm:max-lg:nth-[n+3]:border-t lg:px-7 lg:pt-6 lg:pb-7 lg:not-nth-[3n+1]:border-l lg:nth-[3n]:pr-0 lg:nth-[3n+1]:pl-0 lg:nth-[n+4]:border-t"
          >
            <div className="grid h-21 content-center">
              <FeatureFigure name={name} />
            </div>
            <h3 className="mt-5 flex flex-wrap items-center gap-x-2 text-base font-semibold">
              {title}
              {tag ? <Tag isPlain>{tag}</Tag> : null}
            </h3>
            <p className="mt-1 max-w-[44ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
