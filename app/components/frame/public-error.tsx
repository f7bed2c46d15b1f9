import { MarketingFrame } from './marketing-frame.tsx';
import { RouteError } from './route-error.tsx';

/** Error boundary of public pages, in their frame. The user is unknown here. */
export function PublicError() {
  return (
    <MarketingFrame feedbackUrl={null} signedInAs={undefined}>
      <RouteError action={{ to: '/', label: 'Go to Home' }} />
    </MarketingFrame>
  );
}
