import { Outlet } from '@remix-run/react';
import type { FrameUser } from '#app/presenters/frame-user.ts';
import { endSignIn } from './end-sign-in.ts';
import { goodToken, renewToken } from './product-token.ts';
import { useCurrentUser } from './use-current-user.ts';
import { useProductToken } from './use-product-token.ts';

/** Context for direct API calls of a dashboard page. */
export interface SignedIn {
  sessionId: number;
  goodToken: typeof goodToken;
  renewToken: typeof renewToken;
  endSignIn: typeof endSignIn;
}

interface SignedInOutletProps {
  sessionId: number;
  user: FrameUser;
  tier: string;
}

/** The page inside the frame. Passes the token code as context, so that it is loaded only with the frame. */
export function SignedInOutlet({ sessionId, user, tier }: SignedInOutletProps) {
  useProductToken(sessionId);
  useCurrentUser({ sessionId, user, tier });
  const signedIn: SignedIn = { sessionId, goodToken, renewToken, endSignIn };
  return <Outlet context={signedIn} />;
}
