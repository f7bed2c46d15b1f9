import { lazy, Suspense, type ReactElement } from 'react';
import type PasteDialogType from '#app/components/job/paste/paste-dialog.tsx';
import { PastePanel, PasteWords } from '#app/components/job/paste/paste-panel.tsx';
import type { usePaste } from '#app/components/job/paste/use-paste.ts';

// Loaded on demand: rarely shown, and only with JavaScript.
const PasteDialog = lazy(() =>
  import('#app/components/job/paste/paste-dialog.tsx').catch((): { default: PasteDialogView } => ({
    default: () => <></>,
  })),
);

type PasteDialogView = (props: Parameters<typeof PasteDialogType>[0]) => ReactElement;

/** Paste panel above the form, or only the result of a paste; also the dialog that offers to fill in the form. */
export function PastePart({ paste, hasPanel }: { paste: ReturnType<typeof usePaste>; hasPanel: boolean }) {
  return (
    <>
      {hasPanel ? (
        <PastePanel report={paste.report} onFill={paste.fillText} />
      ) : (
        <PasteWords report={paste.report} />
      )}
      {paste.offer ? (
        <Suspense>
          <PasteDialog report={paste.offer.report} onFill={paste.fillOffer} onKeep={paste.offer.keep} />
        </Suspense>
      ) : null}
    </>
  );
}
