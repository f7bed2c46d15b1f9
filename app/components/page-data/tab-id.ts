let id: string | undefined;

/** Id of this open page, sent with its requests: a toast they leave is shown here and in no other tab. */
export function tabId(): string {
  return (id ??= crypto.randomUUID());
}
