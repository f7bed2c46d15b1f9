import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { rebuildRequest, type RebuiltRequest } from '#server/outbound/request/rebuild-request.server.ts';
import { hasSigningSecret } from '#server/signing/has-signing-secret.server.ts';

type Rebuilt = Parameters<typeof rebuildRequest>[0];

/**
 * The request of each attempt as it was sent, secrets masked (D42); null for mails, for removed versions, and if the
 * signing secret cannot be decrypted.
 */
export async function sentRequests({
  ownerId,
  version,
  execution,
  attempts,
  variables,
}: Pick<Rebuilt, 'execution' | 'variables'> & {
  ownerId: number;
  version: JobSnapshot | null;
  attempts: (Rebuilt['attempt'] & { isSigned: boolean | null })[];
}): Promise<(RebuiltRequest | null)[]> {
  if (version === null || version.type === 'email') return attempts.map(() => null);
  // Unknown for an attempt without a response: then it follows the owner's current secret.
  const isUnknown = version.isSigned && attempts.some(({ isSigned }) => isSigned === null);
  const isSignedNow = isUnknown ? await hasSigningSecret({ ownerId }) : false;
  return attempts.map((attempt) => {
    const isSigned = attempt.isSigned ?? isSignedNow;
    return isSigned === null ? null : rebuildRequest({ version, execution, attempt, variables, isSigned });
  });
}
