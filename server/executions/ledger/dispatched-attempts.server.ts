// Which attempts this process was told to call and has not recorded yet. A claim whose commit went through but
// whose answer was lost stands under this worker in the ledger and not here: the next look hands it out. One that
// stands here is being called, whoever asks again.
const out = new Set<string>();

const keyOf = (call: { executionId: number; attempt: number }) => `${call.executionId}/${call.attempt}`;

export function markDispatched(call: { executionId: number; attempt: number }): void {
  out.add(keyOf(call));
}

export function release(call: { executionId: number; attempt: number }): void {
  out.delete(keyOf(call));
}

export function isDispatched(call: { executionId: number; attempt: number }): boolean {
  return out.has(keyOf(call));
}
