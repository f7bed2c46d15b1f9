let id: string | undefined;

/** Id of this open page, sent with its requests: toasts from them appear here and in no other tab. */
export function tabId(): string {
  return (id ??= crypto.randomUUID());
}
