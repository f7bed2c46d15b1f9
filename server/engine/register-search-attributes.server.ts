import { setTimeout as sleep } from 'node:timers/promises';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes';
import { env } from '#server/env.server.ts';
import { searchKeys } from '#workflows/contract.ts';
import { temporalClient, withinMs } from './temporal-client.server.ts';

const callLimitMs = 5_000;
const listedLimitMs = 30_000;

/**
 * Registers the search attributes in the cluster; existing ones stay as they are.
 * @throws Error if the cluster does not respond within 5 s, or does not list them within 30 s
 */
export async function registerSearchAttributes(): Promise<void> {
  const { connection } = temporalClient();
  const namespace = env().TEMPORAL_NAMESPACE;
  const missing = async () => {
    const { customAttributes } = await withinMs({
      ms: callLimitMs,
      call: () => connection.operatorService.listSearchAttributes({ namespace }),
    });
    return Object.values(searchKeys).filter(({ name }) => !(name in customAttributes));
  };
  const toAdd = await missing();
  if (toAdd.length === 0) return;
  const searchAttributes = Object.fromEntries(
    toAdd.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type) ?? 0]),
  );
  await withinMs({
    ms: callLimitMs,
    call: () => connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
  });
  const end = Date.now() + listedLimitMs;
  while ((await missing()).length > 0) {
    if (Date.now() > end) throw new Error('The Temporal cluster does not list the search attributes.');
    await sleep(200);
  }
}
