import { seal, unseal } from '#server/sealing/seal.server.ts';
import type { AttemptResult } from './types.ts';

const field = 'execution.variables';

/** Values of an attempt's variables, sealed for its execution; null if it has none. */
export function sealVariables({ call, variables }: Pick<AttemptResult, 'call' | 'variables'>): string | null {
  return variables && seal({ text: JSON.stringify(variables), userId: call.ownerId, field });
}

export function decryptVariables({
  sealed,
  ownerId,
}: {
  sealed: string | null;
  ownerId: number;
}): Record<string, string> | null {
  if (sealed === null) return null;
  return JSON.parse(unseal({ sealed, userId: ownerId, field })) as Record<string, string>;
}
