import { openApiDocument } from '#app/http/api/openapi/open-api.server.ts';
import { toReference, type Reference } from '#app/presenters/api-docs/reference.ts';
import { toApiKey } from '#app/presenters/api/api-key.ts';
import { plans, type Tier } from '#domain/plan.ts';
import { findDefaultKey } from '#server/api-keys/list-api-keys.server.ts';
import { limits } from '#server/rate-limit/limits.ts';

export interface ApiDocsView {
  /** Its end only; the key itself is returned by the reveal alone. */
  maskedKey: string;
  baseUrl: string;
  plan: string;
  callsPerMinute: number;
  reference: Reference;
}

/** The API page of an account; null where its plan has no API. */
export async function toApiDocs({
  user,
  origin,
}: {
  user: { id: number; tier: Tier };
  origin: string;
}): Promise<ApiDocsView | null> {
  const { name, hasApiAccess } = plans[user.tier];
  if (!hasApiAccess) return null;
  const key = await findDefaultKey({ userId: user.id });
  // An account without a key gets one when it is shown.
  const maskedKey = key ? toApiKey(key).masked : 'pnc_live_…';
  const document = openApiDocument({ origin });
  return {
    maskedKey,
    baseUrl: `${origin}/api/v1`,
    plan: name,
    callsPerMinute: limits[user.tier === 'ultimate' ? 'key_ultimate' : 'key_premium'].points,
    reference: toReference({ document, origin, apiKey: maskedKey }),
  };
}
