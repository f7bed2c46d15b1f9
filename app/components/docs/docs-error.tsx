import { RouteError } from '#app/components/frame/route-error.tsx';
import { DocsFrame } from './docs-frame.tsx';

/** The boundary of the documentation: search and pages stay, and lead on. Who reads it is not known here. */
export function DocsError() {
  return (
    <DocsFrame feedbackUrl={null} signedInAs={undefined} areSinglesOn={false}>
      <RouteError action={{ to: '/docs', label: 'Go to Documentation' }} />
    </DocsFrame>
  );
}
