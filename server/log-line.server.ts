import { AppError } from '#domain/errors.ts';
import { redact } from './redact.server.ts';

// Allowed content of a log line (security.md section 7): these fields in these forms, and nothing else. Any other field
// is dropped, because logs reach places where secrets must not go.

const longestLineBytes = 2048;
const longestText = 200;
const mostItems = 20;
const mostFrames = 8;

const ids = ['requestId', 'workflowId', 'runId', 'activityId', 'activityType', 'testRunId'] as const;
/** Fields of our own making: written unchanged. */
const own = [...ids, 'origin', 'route'] as const;
/** Numbers, and short words of our own. */
const facts = [
  ...['jobId', 'executionId', 'ownerId', 'noteId', 'attempt', 'version', 'code', 'count', 'results', 'job'],
  ...['affected', 'day', 'field', 'row', 'keys', 'port', 'signal', 'method', 'path'],
  ...['statusCode', 'durationMs', 'reason', 'fault', 'temporal'],
] as const;

const allowed = new Map<string, (value: unknown) => unknown>([
  ...own.map((name) => [name, (value: unknown) => cut(value)] as const),
  ...facts.map((name) => [name, clean] as const),
]);

/**
 * Loggable fields of a line, each in a form without secrets.
 * @param hasWords includes messages of foreign errors, less their quotes: for development
 */
export function allowedFields(
  given: Record<string, unknown>,
  { hasWords = false }: { hasWords?: boolean } = {},
): Record<string, unknown> {
  const showError = (error: unknown) => errorOf({ error, hasWords });
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const show = name === 'err' ? showError : allowed.get(name);
      const shown = value === undefined ? undefined : show?.(value);
      return shown === undefined ? [] : [[name, shown]];
    }),
  );
}

/** A line of at most 2 KiB: a longer one keeps its ids and its message. */
export function fitLine(line: string): string {
  if (Buffer.byteLength(line) <= longestLineBytes) return line;
  const whole = JSON.parse(line) as Record<string, unknown>;
  const kept = ['level', 'time', 'msg', 'jobId', 'executionId', 'code', ...ids].flatMap((name) =>
    name in whole ? [[name, cut(whole[name])]] : [],
  );
  return `${JSON.stringify({ ...Object.fromEntries(kept), isCut: true })}\n`;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, longestText);
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostItems).map(clean);
  return typeof value === 'string' ? redact(value).slice(0, longestText) : cut(value);
}

/** Name, code and where it happened. Only what we say ourselves is said again. */
function errorOf({ error, hasWords }: { error: unknown; hasWords: boolean }): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return {
    name: error.name.slice(0, 60),
    ...('code' in error && { code: clean(error.code) }),
    ...(error instanceof AppError && { type: error.type }),
    ...((hasWords || error instanceof AppError) && { message: clean(error.message) }),
    at: frames.slice(0, mostFrames).map((frame) => frame.trim().slice(3, 120)),
  };
}
