const largest = 2 ** 31 - 1;

/** The id in a path or a form: a whole number from 1 up, as PostgreSQL's integer holds it; else null. */
export function parseId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return id <= largest ? id : null;
}

/** The id of an execution: as parseId, in the range where a number is exact. */
export function parseExecutionId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}
