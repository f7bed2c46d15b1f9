import type { JobSnapshot } from '#server/jobs/versions/snapshot.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

/** The parts of a request a replay may edit for its one run. */
export type EditedRequest = Pick<JobSnapshot, 'webhookUrl' | 'headers' | 'payload'> & { httpMethod: string };

const field = 'execution.request';

/** The edited request of a replay, sealed for its row. */
export function sealRequest({ request, ownerId }: { request: EditedRequest; ownerId: number }): string {
  const { webhookUrl, httpMethod, headers, payload } = request;
  return seal({
    text: JSON.stringify({ webhookUrl, httpMethod, headers, payload }),
    userId: ownerId,
    field,
  });
}

/**
 * The version of a run with the edits of its replay applied; without edits the version itself.
 * @throws Error: it was not sealed for this owner, or its key is missing
 */
export function withEditedRequest<Version extends EditedRequest>({
  version,
  sealed,
  ownerId,
}: {
  version: Version;
  sealed: string | null;
  ownerId: number;
}): Version {
  if (sealed === null) return version;
  return { ...version, ...(JSON.parse(unseal({ sealed, userId: ownerId, field })) as EditedRequest) };
}
