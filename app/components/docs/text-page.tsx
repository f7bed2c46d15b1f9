import { marketingWidth, MarketingFrame } from '#app/components/frame/marketing-frame.tsx';
import type { DocsBlock } from '#app/presenters/docs/render-markdown.server.ts';
import { TextBlocks } from './text-blocks.tsx';

interface TextPageProps {
  frame: { feedbackUrl: string | null; signedInAs: string | null; pictureUrl: string | null };
  title: string;
  blocks: DocsBlock[];
}

/** A public text page: terms, privacy, abuse. */
export function TextPage({ frame, title, blocks }: TextPageProps) {
  return (
    <MarketingFrame {...frame}>
      <div className={`${marketingWidth} py-10 sm:py-16`}>
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          {title}
        </h1>
        <div className="docs-prose mt-4 max-w-prose">
          <TextBlocks blocks={blocks} />
        </div>
      </div>
    </MarketingFrame>
  );
}
