/**
 * Sets a field to the value that the address has now. Text that the user is typing stays: it is neither the former value nor
 * the new one, for example while the results of the words before it arrive.
 */
export function followField({
  field,
  from,
  to,
}: {
  field: HTMLInputElement | HTMLSelectElement;
  /** Value of the address before. */
  from: string;
  to: string;
}): void {
  const isTyping = field === field.ownerDocument.activeElement && field.value !== from && field.value !== to;
  if (!isTyping) field.value = to;
}
