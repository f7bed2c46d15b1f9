import { useEffect, useRef } from 'react';
import { CodeBlock } from '#app/components/ui/code-block.tsx';
import { Time } from '#app/components/ui/time.tsx';
import type { ChannelFormResult } from '#app/http/settings/named-channel-form.server.ts';

/** The rendered body; it gets the focus when it arrives. */
export function TemplatePreviewBox({ preview }: { preview: ChannelFormResult['preview'] | null }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (preview) box.current?.focus();
  }, [preview]);
  if (!preview) return null;
  const { body, event } = preview;
  return (
    <section ref={box} tabIndex={-1} aria-label="Preview" className="grid min-w-0 scroll-mt-20 gap-2">
      <p className="wrap-anywhere text-muted">
        {event === null ? (
          'With an example event, because your account has had no notification yet. Nothing was saved or sent.'
        ) : (
          <>
            With your last notification: {event.title}, <Time at={event.at} />. Nothing was saved or sent.
          </>
        )}
      </p>
      <CodeBlock code={body} label="Previewed body" canCopy />
    </section>
  );
}
