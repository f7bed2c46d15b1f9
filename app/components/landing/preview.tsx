import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { SampleTable } from '#app/components/job/list/sample-table.tsx';
import { HourTimeline } from '#app/components/job/schedule/hour-timeline.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Stat, StatList } from '#app/components/ui/stat.tsx';
import { preview } from '#app/content/marketing.ts';
import { countText } from '#app/format/time-format.ts';
import type { SampleAccount } from '#app/presenters/sample/sample-account.ts';
import { SectionHead, sectionRoom } from './section-head.tsx';

/** Dashboard of a sample account, made of the dashboard's own components. */
export function Preview({ now, sample }: { now: number; sample: SampleAccount }) {
  return (
    <section aria-labelledby="preview-title" className={`${marketingWidth} ${sectionRoom}`}>
      <SectionHead id="preview-title" title={preview.title} text={preview.text} />
      <div id="preview-sheets" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card aria-label="Sample counters">
          <StatList>
            {sample.counters.map(({ label, value }) => (
              <Stat key={label} label={label}>
                {countText(value)}
              </Stat>
            ))}
          </StatList>
          <HourTimeline now={now} {...sample.timeline} />
        </Card>
        <Card aria-label="Sample jobs">
          <SampleTable jobs={sample.jobs} />
        </Card>
      </div>
    </section>
  );
}
