/** A job as the events about its executions and incidents name it. */
export function eventJob({
  id,
  name,
  externalId,
  tags,
}: {
  id: number;
  name: string;
  externalId: string | null;
  tags: string[];
}) {
  return { id, name, external_id: externalId, tags };
}
