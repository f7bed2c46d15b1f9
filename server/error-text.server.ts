import { redact } from './redact.server.ts';

const longest = 200;
const mostCauses = 3;

/** The name of an error and its code, such as `DatabaseError 23505`: its message may quote what must not be shown. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 100);
}

/**
 * The fields of a log line about an error: its code, and its message with those of its causes, redacted. For our own
 * log; never for a user.
 */
export function errorFields(error: unknown): { code: string; reason: string } {
  return { code: errorCode(error), reason: reasonOf(error) };
}

function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let next = error; next instanceof Error && messages.length < mostCauses; next = causeOf(next))
    if (next.message !== '') messages.push(mayQuoteRows(next) ? errorCode(next) : redact(next.message));
  return messages.join(': ').slice(0, longest) || 'unknown';
}

/** SQLSTATE classes of connections, locks, resources and shutdowns: their messages name no row. */
const rowlessClasses = /^(?:08|40|53|55|57|58)/;

/** Database errors quote values without quotation marks, as do those of Prisma that carry them. */
function mayQuoteRows(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?=.*\d)[\dA-Z]{5}$/.test(code) && !rowlessClasses.test(code);
}

/** A connection that failed at each address of a host has no words of its own. */
function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
