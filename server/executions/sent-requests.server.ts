import type { JobSnapshot } from '#server/jobs/snapshot.ts';
import { rebuildRequest, type RebuiltRequest } from '#server/outbound/rebuild-request.server.ts';
import { signingSecretsOf } from '#server/signing/signing-secrets.server.ts';

type Rebuilt = Parameters<typeof rebuildRequest>[0];

/** The request of each attempt as it was sent, secrets masked (D42); null for mails, and where the version is gone. */
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
  // Of one that nobody answered for it is not known: then it is as its owner's secret is now.
  const isSignedNow = version.isSigned && (await signingSecretsOf({ ownerId })).length > 0;
  return attempts.map((attempt) =>
    rebuildRequest({ version, execution, attempt, variables, isSigned: attempt.isSigned ?? isSignedNow }),
  );
}
