import { errorCatalogue, type ErrorType } from '#domain/errors.ts';

interface ErrorWords {
  /** When a call is answered so. */
  when: string;
  /** What to do about it. */
  remedy: string;
}

/** What the catalogue of errors means to those who call the API; /docs/errors and /docs/api.md tell it. */
const words: Record<ErrorType, ErrorWords> = {
  validation_error: {
    when: 'A field of the body or a parameter is not what the call takes.',
    remedy:
      '`details` has a sentence for each field at fault, those that the call does not know among them. Correct them and call again.',
  },
  authentication_error: {
    when: 'The call has no credential, or one that is not valid: mistyped, revoked or replaced.',
    remedy:
      'Send `Authorization: Bearer` and your API key. Thirty bad credentials a minute close an address until the minute is over.',
  },
  authorization_error: {
    when: 'The credential is good, and may not do this: `details.reason` is credential, tier, scope, role or suspended. A plan without room answers `details.limit` and `details.used`.',
    remedy: 'Take a key with the scope write, pause or delete a job, or upgrade your plan.',
  },
  not_found: {
    when: 'There is no such path, job or execution in your account. What belongs to another account is answered the same.',
    remedy: 'Check the id. Executions are deleted when they are older than your plan keeps them.',
  },
  method_not_allowed: {
    when: 'The path is there, and does not take this method.',
    remedy: 'The header `Allow` names the methods that it takes.',
  },
  conflict: {
    when: 'The call does not fit what is the case now: the job is paused, nothing waits, or an Idempotency-Key is in use with another body.',
    remedy: 'Read the job or the execution, then decide again.',
  },
  precondition_failed: {
    when: '`If-Match` names an older version of the job: somebody has changed it since you read it.',
    remedy: 'Read the job, apply your change to it, and send its new ETag.',
  },
  payload_too_large: {
    when: 'The body has more than 512 KiB, or 16 KiB of a token exchange.',
    remedy: 'Send less. The payload of a job holds 256 KiB.',
  },
  unsupported_media_type: {
    when: 'The body is not JSON, or is not said to be.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  rate_limit: {
    when: 'There were too many calls in a minute.',
    remedy:
      'Wait as many seconds as `Retry-After` says. `RateLimit` and `RateLimit-Policy` tell beforehand how many calls are left.',
  },
  internal_error: {
    when: 'Something failed on our side that should not.',
    remedy: 'Try again. If it stays, tell us the `X-Request-Id` of the answer.',
  },
  external_service_error: {
    when: 'A service that this call needs did not answer.',
    remedy: 'Try again in a moment.',
  },
  database_error: {
    when: 'The database cannot be reached just now. Jobs go on as planned once it is back.',
    remedy: 'Try again after `Retry-After` seconds. With an Idempotency-Key nothing is done twice.',
  },
};

export interface ApiErrorWords extends ErrorWords {
  type: ErrorType;
  status: number;
  /** What an answer says where it has no words of its own. */
  message: string;
}

/** Every type of error that the API answers with, in the order of their statuses. */
export const apiErrors: ApiErrorWords[] = Object.entries(errorCatalogue).map(([name, { status, text }]) => {
  const type = name as ErrorType;
  return { type, status, message: text, ...words[type] };
});
