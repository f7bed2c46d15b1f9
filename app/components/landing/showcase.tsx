import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { marketingWidth } from '#app/components/frame/marketing-frame.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { showcase, type TurnName } from '#app/content/marketing.ts';
import { SectionHead, sectionRoom } from './section-head.tsx';

/**
 * Four parts of an execution's path as tabs that turn automatically (script/showcase-turns.ts). All panels
 * share one grid cell, so the page below never moves; without JavaScript they are below each other.
 */
export function Showcase({ panels }: { panels: Record<TurnName, ReactNode> }) {
  return (
    <section aria-labelledby="showcase-title" className={`${marketingWidth} ${sectionRoom}`}>
      <SectionHead id="showcase-title" title={showcase.title} text={showcase.text} />
      <Card
        as="div"
        data-showcase
        className="group/showcase lg:grid lg:grid-cols-[300px_minmax(0,1fr)] no-script:lg:block"
      >
        <div className="flex flex-col border-border max-lg:border-b lg:border-r no-script:hidden">
          <div role="tablist" aria-label="Showcase" aria-orientation="vertical">
            {showcase.turns.map(({ name, title, text }, index) => (
              <button
                key={name}
                id={`turn-${name}`}
                type="button"
                role="tab"
                aria-selected={index === 0}
                aria-controls={`panel-${name}`}
                tabIndex={index === 0 ? 0 : -1}
                className="block w-full border-l-2 border-transparent px-4 py-2.5 text-left text-muted -outline-offset-2 transition-colors not-first:border-t not-first:border-t-border aria-selected:border-l-brand aria-selected:bg-brand-soft sm:px-5 lg:py-3.5"
              >
                <span className="block font-semibold text-ink">{title}</span>
                <span className="block max-lg:hidden">{text}</span>
              </button>
            ))}
          </div>
          <p className="mt-auto flex items-center gap-2 px-4 py-4 text-xs text-muted sm:px-5">
            <Button size="sm" data-pause={showcase.pause} data-play={showcase.play}>
              <Icon of={Pause} className="group-data-paused/showcase:hidden" />
              <Icon of={Play} className="hidden group-data-paused/showcase:block" />
              <span>{showcase.pause}</span>
            </Button>
            {showcase.hint}
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] no-script:block">
          {showcase.turns.map(({ name, title, text }, index) => (
            <div
              key={name}
              id={`panel-${name}`}
              role="tabpanel"
              aria-labelledby={`turn-${name}`}
              data-inactive={index === 0 ? undefined : ''}
              className="col-start-1 row-start-1 flex flex-col border-border data-inactive:invisible data-inactive:opacity-0 no-script:not-first:border-t no-script:data-inactive:visible no-script:data-inactive:opacity-100"
            >
              <p className="px-4 pt-4 text-pretty text-muted sm:px-5 lg:hidden no-script:lg:block">
                <b className="hidden text-ink no-script:inline">{title}. </b>
                {text}
              </p>
              {panels[name]}
            </div>
          ))}
        </div>
      </Card>
    </section>
  );
}
