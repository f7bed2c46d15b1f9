import { MarketingFrame } from './marketing-frame.tsx';
import { RouteError } from './route-error.tsx';

/** The boundary of a public page: what went wrong, in the frame of the public pages. Who reads it is not known here. */
export function PublicError() {
  return (
    <MarketingFrame feedbackUrl={null} signedInAs={undefined}>
      <RouteError action={{ to: '/', label: 'Go to Home' }} />
    </MarketingFrame>
  );
}
