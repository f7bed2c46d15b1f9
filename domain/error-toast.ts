import { type AppError, errorCatalogue, type ErrorDetails, type ErrorType } from './errors.ts';

export interface ErrorToast {
  title: string;
  message: string;
}

interface FailedCall {
  /** The error type of the response, of the catalogue or newer than this page; null without a structured error. */
  type: string | null;
  message?: string | null | undefined;
  /** The per-call fallback of section 8: "Failed to load job #7". */
  fallback?: string | undefined;
}

const unexpected = 'An unexpected error occurred.';
const plainTitle = 'Error';

/**
 * The toast of a failed call (specification section 8): a type with a title of its own shows the message of the server,
 * else the default of the catalogue; any other type the message, else the fallback; no structured error the fallback.
 */
export function toErrorToast({ type, message, fallback }: FailedCall): ErrorToast {
  const plain = { title: plainTitle, message: fallback || unexpected };
  if (type === null) return plain;
  const known = knownType(type);
  if (known && known.title !== plainTitle) return { title: known.title, message: message || known.text };
  return message ? { title: plainTitle, message } : plain;
}

/**
 * The toast for a failure on the server behind a screen. A refusal keeps its own text; a server failure uses the text
 * that specification section 8 gives the screen ("Screen toasts", title Error). Without one, the type decides, as in
 * the API.
 * @param error null for a bug, to keep its message off the screen
 * @param screen "Failed to pause jobs. Please try again."
 */
export function toScreenToast({
  error,
  screen,
}: {
  error: Pick<AppError, 'type' | 'message' | 'details'> | null;
  screen?: string | undefined;
}): ErrorToast {
  const { type, message, details } = error ?? {
    type: 'internal_error' as const,
    message: '',
    details: undefined,
  };
  const { status, text } = errorCatalogue[type];
  if (status >= 500 && screen) return toErrorToast({ type: null, fallback: screen });
  const own = message === text ? '' : message;
  return toErrorToast({ type, message: own || fieldSentences({ type, details }) || text });
}

/** The messages of invalid fields that the screen cannot show at a field. */
function fieldSentences({ type, details }: { type: ErrorType; details?: ErrorDetails | undefined }): string {
  if (type !== 'validation_error') return '';
  return Object.values(details ?? {})
    .filter((text) => typeof text === 'string')
    .join(' ');
}

function knownType(type: string) {
  return Object.hasOwn(errorCatalogue, type) ? errorCatalogue[type as ErrorType] : null;
}
