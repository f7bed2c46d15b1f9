import type { DocsBlock } from '#app/presenters/docs/render-markdown.server.ts';
import { CodeBlock } from '#app/components/ui/code-block.tsx';

/** Blocks of our own texts: prose, and highlighted code with a copy button. */
export function TextBlocks({ blocks }: { blocks: DocsBlock[] }) {
  return blocks.map((block, index) =>
    block.kind === 'html' ? (
      <div key={index} dangerouslySetInnerHTML={{ __html: block.html }} />
    ) : (
      <CodeBlock
        key={index}
        code={block.code}
        label={block.label}
        language={block.language}
        canCopy
        className="my-4 [tab-size:4]"
      />
    ),
  );
}
