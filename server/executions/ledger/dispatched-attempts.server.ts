// Attempts that this process calls and has not recorded yet. After a commit with a lost response, the ledger has a
// claim of this worker that is missing here: the next claim pass returns it. An attempt in this list is being called
// and is not dispatched again.
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
