import { RouteError } from '#app/components/frame/route-error.tsx';
import { DocsFrame } from './docs-frame.tsx';

/** Error boundary of the documentation. Search and page list still work; the signed-in user is unknown here. */
export function DocsError() {
  return (
    <DocsFrame feedbackUrl={null} signedInAs={undefined} areSinglesOn={false}>
      <RouteError action={{ to: '/docs', label: 'Go to Documentation' }} />
    </DocsFrame>
  );
}
