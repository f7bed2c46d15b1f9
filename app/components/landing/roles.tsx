import { OutcomeStrip } from '#app/components/execution/history/outcome-strip.tsx';
import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { jobRoles } from '#app/content/marketing.ts';
import { SectionHead, sectionRoom } from './section-head.tsx';

/** Use cases by role, each with thirty days of a typical job. */
export function Roles() {
  return (
    <section aria-labelledby="roles-title" className={`${marketingWidth} ${sectionRoom}`}>
      <SectionHead id="roles-title" title={jobRoles.title} />
      <ul className="grid border-t border-control md:grid-cols-3">
        {jobRoles.list.map(({ role, text, days }) => (
          <li
            key={role}
            className="border-border py-5 not-first:max-md:border-t md:px-7 md:pb-1 md:not-first:border-l md:first:pl-0 md:last:pr-0"
          >
            <h3 className="text-base font-semibold">{role}</h3>
            <p className="mt-1 mb-3 text-pretty text-muted">{text}</p>
            <OutcomeStrip days={days} />
          </li>
        ))}
      </ul>
    </section>
  );
}
