import { errorCatalogue, type ErrorType } from '#domain/errors.ts';

interface ErrorWords {
  /** Cause of the error response. */
  when: string;
  /** Remedy of the error. */
  remedy: string;
}

/** Explanations of the error catalogue for API users; shown on /docs/errors and in /docs/api.md. */
const words: Record<ErrorType, ErrorWords> = {
  validation_error: {
    when: 'A field of the body or a parameter is not what the call accepts.',
    remedy: '`details` has a sentence for each wrong or unknown field. Correct them and call again.',
  },
  authentication_error: {
    when: 'The call has no credential, or one that is not valid: mistyped, revoked or replaced.',
    remedy:
      'Send `Authorization: Bearer` and your API key. Thirty bad credentials a minute close an address until the minute is over.',
  },
  authorization_error: {
    when: 'The credential is valid but may not do this: `details.reason` is credential, tier, scope, role or suspended. If the plan is full, `details` has `limit` and `used`.',
    remedy: 'Use a key with write scope, pause or delete a job, or upgrade your plan.',
  },
  not_found: {
    when: 'There is no such path, job or execution in your account. The response is the same if it belongs to another account.',
    remedy: 'Check the id. Executions are deleted after the retention of your plan.',
  },
  method_not_allowed: {
    when: 'The path exists but does not support this method.',
    remedy: 'The `Allow` header lists the supported methods.',
  },
  conflict: {
    when: 'The call conflicts with the current state: the job is paused, nothing is waiting, or an Idempotency-Key is in use with another body.',
    remedy: 'Read the job or the execution, then decide again.',
  },
  precondition_failed: {
    when: '`If-Match` names an older version of the job: it has changed since you read it.',
    remedy: 'Read the job, apply your change to it, and send its new ETag.',
  },
  payload_too_large: {
    when: 'The body is larger than 512 KiB, or 16 KiB for a token exchange.',
    remedy: 'Send less. The payload of a job can be up to 256 KiB.',
  },
  unsupported_media_type: {
    when: 'The body is not JSON, or is not labeled as JSON.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  rate_limit: {
    when: 'There were too many requests in a minute.',
    remedy:
      'Wait for the seconds in `Retry-After`. `RateLimit` and `RateLimit-Policy` show beforehand how many requests are left.',
  },
  internal_error: {
    when: 'Something failed on our side.',
    remedy: 'Try again. If the error persists, send us the `X-Request-Id` of the response.',
  },
  external_service_error: {
    when: 'A service that this call needs did not respond.',
    remedy: 'Try again in a moment.',
  },
  database_error: {
    when: 'The database is unreachable right now. Jobs continue as planned once it is back.',
    remedy: 'Try again after `Retry-After` seconds. With an Idempotency-Key, nothing is done twice.',
  },
};

export interface ApiErrorWords extends ErrorWords {
  type: ErrorType;
  status: number;
  /** Default message of a response. */
  message: string;
}

/** Every error type of the API, in the order of the statuses. */
export const apiErrors: ApiErrorWords[] = Object.entries(errorCatalogue).map(([name, { status, text }]) => {
  const type = name as ErrorType;
  return { type, status, message: text, ...words[type] };
});
