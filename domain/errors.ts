/** The catalogue of the specification's section 8 with the statuses of D43. */
export const errorCatalogue = {
  validation_error: {
    status: 400,
    title: 'Validation Error',
    text: 'Please check your input and try again.',
  },
  authentication_error: {
    status: 401,
    title: 'Authentication Error',
    text: 'Please log in again to continue.',
  },
  authorization_error: {
    status: 403,
    title: 'Access Denied',
    text: 'You do not have permission to perform this action.',
  },
  not_found: { status: 404, title: 'Not Found', text: 'The requested resource was not found.' },
  method_not_allowed: { status: 405, title: 'Error', text: 'This method is not allowed here.' },
  conflict: { status: 409, title: 'Error', text: 'The request does not fit the current state.' },
  precondition_failed: { status: 412, title: 'Error', text: 'The resource has changed since you read it.' },
  payload_too_large: { status: 413, title: 'Error', text: 'The request is too large.' },
  unsupported_media_type: { status: 415, title: 'Error', text: 'The content type is not supported.' },
  rate_limit: {
    status: 429,
    title: 'Rate Limit Exceeded',
    text: 'Too many requests. Please try again later.',
  },
  internal_error: {
    status: 500,
    title: 'Server Error',
    text: 'A server error occurred. Please try again later.',
  },
  external_service_error: {
    status: 502,
    title: 'Server Error',
    text: 'A server error occurred. Please try again later.',
  },
  database_error: {
    status: 503,
    title: 'Server Error',
    text: 'A server error occurred. Please try again later.',
  },
} as const;

export type ErrorType = keyof typeof errorCatalogue;

/** Details beyond the message: field names with their sentences, or facts such as limit and used. */
export type ErrorDetails = Record<string, string | number | boolean | null>;

interface ErrorFacts {
  message?: string;
  details?: ErrorDetails;
  cause?: unknown;
}

/**
 * An expected error: caught at the edges and shown to the caller. Any other thrown value is a bug.
 * @param message defaults to the catalogue's text
 * @param details of a validation_error: the sentence for each field; of a rate_limit at least the seconds to wait,
 *   which become the Retry-After of every 429
 */
export class AppError extends Error {
  readonly type: ErrorType;
  readonly details: ErrorDetails | undefined;

  constructor(type: 'rate_limit', facts: ErrorFacts & { details: ErrorDetails & { retry_after: number } });
  constructor(type: Exclude<ErrorType, 'rate_limit'>, facts?: ErrorFacts);
  constructor(type: ErrorType, { message, details, cause }: ErrorFacts = {}) {
    super(message ?? errorCatalogue[type].text, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.type = type;
    this.details = details;
  }
}
