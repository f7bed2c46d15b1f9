import { z } from 'zod';
import { errorCodes } from '#domain/execution.ts';
import { apiStatuses, outcomeReasons, outcomes } from '#domain/outcome.ts';
import { executionTriggers } from '#domain/trigger.ts';
import { count, headersSchema, id, instant, milliseconds } from './field-schema.ts';

const text = z.string();

/** Response of a target: JSON if it is a complete JSON document, text otherwise. */
const response = z
  .union([text, z.record(text, z.unknown()), z.array(z.unknown())])
  .nullable()
  .meta({
    description: 'The response body: a JSON object or array as it is, anything else as text.',
    examples: [{ ok: true }],
  });

const responseTruncated = z
  .boolean()
  .meta({ description: 'The response text is truncated.', examples: [false] });

const statusCode = z
  .int()
  .nullable()
  .meta({ description: "The status of the target's response.", examples: [200] });

const verdict = text.nullable().meta({
  description: 'The rule that decided.',
  examples: ['Success: the response was 200; this job expects 2xx.'],
});

const error = text
  .nullable()
  .meta({ description: 'Error text; null if there was no error.', examples: [null] });

const responseHeaders = headersSchema.nullable().meta({
  description: 'Values of secret ones read `********`.',
  examples: [{ 'content-type': 'application/json' }],
});

const phase = (description: string, example: number) =>
  z
    .number()
    .min(0)
    .nullable()
    .meta({ description, examples: [example] });

const phases = z
  .object({
    dns_ms: phase('DNS lookup.', 3),
    connect_ms: phase('Opening the connection.', 12),
    tls_ms: phase('The TLS handshake.', 20),
    wait_ms: phase('Until the first byte of the response.', 81),
    download_ms: phase('Until its last byte.', 1),
  })
  .meta({
    id: 'Phases',
    description: 'Duration of each phase in milliseconds; null if it was not needed.',
  });

/** An execution as lists have it. */
export const executionSchema = z
  .object({
    id: id('The id of the execution.', 90_071),
    job_id: id('The id of the job.', 42),
    status: z
      .enum(apiStatuses)
      .meta({ description: 'running includes waiting for a retry.', examples: ['success'] }),
    outcome: z
      .enum(outcomes)
      .nullable()
      .meta({ description: 'Outcome; null while running.', examples: ['success'] }),
    reason: z
      .enum(outcomeReasons)
      .nullable()
      .meta({ description: 'Reason why it did not run, or why its outcome is unknown.', examples: [null] }),
    trigger: z.enum(executionTriggers).meta({ description: 'What started the run.', examples: ['schedule'] }),
    scheduled_for: instant('The scheduled time; null for a requested run.').nullable(),
    start_time: instant('Time when the first attempt was sent.').nullable(),
    end_time: instant('End time.').nullable(),
    duration: milliseconds('From the first attempt to the end, in milliseconds.', 118),
    lateness_ms: milliseconds('From the scheduled time to the first attempt.', 40),
    status_code: statusCode,
    error: error,
    response,
    response_truncated: responseTruncated,
    due_at: instant('Time when it was due.'),
    attempt_count: count().meta({ description: 'Attempts so far.', examples: [1] }),
    retry_at: instant('Time when the next attempt is due.').nullable(),
    job_version: id('The version of the job that ran.', 7),
    replay_of: id('The execution that was replayed.', 90_012).nullable(),
    missed_until: instant('The last missed time that this row covers.').nullable(),
    missed_count: count()
      .nullable()
      .meta({
        description: 'Number of runs missed in an outage that this row covers.',
        examples: [null],
      }),
    verdict,
  })
  .meta({ id: 'Execution', description: 'One run, scheduled or requested.' });

const redirects = z
  .array(
    z
      .object({
        method: text.meta({ description: 'Method of the request.', examples: ['POST'] }),
        status_code: z.int().meta({ examples: [303] }),
        location: text.meta({
          description: 'Target of the redirect; secret values are masked.',
          examples: ['https://shop.example.com/done'],
        }),
        duration: count().meta({ description: 'Duration in milliseconds.', examples: [41] }),
        phases,
        remote_address: text.nullable().meta({ examples: ['203.0.113.7'] }),
      })
      .meta({ id: 'Redirect', description: 'A redirect that was followed.' }),
  )
  .meta({
    description: 'Redirects that were followed, in order; the other fields describe the last request.',
  });

const request = z
  .object({
    method: text.meta({ examples: ['POST'] }),
    url: text.meta({ examples: ['https://shop.example.com/reports'] }),
    headers: headersSchema.meta({ examples: [{ 'content-type': 'application/json' }] }),
    payload: text.nullable().meta({ examples: ['{"scope": "daily"}'] }),
  })
  .meta({ id: 'SentRequest', description: 'The request as it was sent, secrets masked.' });

const remoteAddress = text.nullable().meta({ description: 'Remote address.', examples: ['203.0.113.7'] });

const tlsProtocol = text.nullable().meta({ examples: ['TLSv1.3'] });

const connectionReused = z
  .boolean()
  .nullable()
  .meta({ examples: [false] });

const errorCode = z
  .enum(errorCodes)
  .nullable()
  .meta({ description: 'Error code.', examples: [null] });

const attempt = z
  .object({
    number: id('Starts at 1.', 1),
    start_time: instant('Time when the request was sent.'),
    end_time: instant('End time.').nullable(),
    duration: milliseconds('Duration in milliseconds.', 118),
    phases,
    remote_address: remoteAddress,
    tls_protocol: tlsProtocol,
    connection_reused: connectionReused,
    status_code: statusCode,
    error_code: errorCode,
    error: error,
    retry_after_ms: milliseconds('Wait that the target requested.', 0),
    redirects,
    request: request.nullable(),
    response_headers: responseHeaders,
    response_bytes: count()
      .nullable()
      .meta({ examples: [11] }),
    response_truncated: responseTruncated,
  })
  .meta({ id: 'Attempt', description: 'One request of an execution.' });

/** One execution with all kept of it. */
export const executionDetailSchema = executionSchema
  .extend({
    request: request.nullable(),
    response_headers: responseHeaders,
    attempts: z.array(attempt),
  })
  .meta({ id: 'ExecutionDetail', description: 'An execution with its attempts.' });

/** Result of a test run. */
export const testRunSchema = z
  .object({
    execution_id: z
      .uuid()
      .meta({ description: 'The id of the test run.', examples: ['0b7c2f3e-8d5a-4c1b-9e6f-2a4d8c0e1f35'] }),
    job_id: id('The saved job that was tested, if one was.', 42).nullable(),
    trigger: z.literal('test'),
    created_at: instant('Time of the request.'),
    status: z.enum(['running', 'success', 'failed']).meta({ examples: ['success'] }),
    stage: z.enum(['queued', 'running', 'ended']).meta({ examples: ['ended'] }),
    start_time: instant('Time when the request was sent.').nullable(),
    end_time: instant('End time.').nullable(),
    duration: milliseconds('Duration in milliseconds.', 118),
    status_code: statusCode,
    error_code: errorCode,
    error: error,
    verdict,
    explanation: text
      .nullable()
      .meta({ description: 'The cause of the error; null if nothing went wrong.', examples: [null] }),
    remedy: text
      .nullable()
      .meta({ description: 'How to fix the error; null if nothing went wrong.', examples: [null] }),
    redirect_to: text.nullable().meta({
      description: 'The Location of a 3xx response, resolved against the tested URL.',
      examples: [null],
    }),
    phases: phases.nullable(),
    redirects,
    remote_address: remoteAddress,
    tls_protocol: tlsProtocol,
    connection_reused: connectionReused,
    request: request.nullable(),
    raw_request: text.nullable().meta({
      description: 'The request as HTTP/1.1 text, secrets masked; null for email jobs.',
      examples: [
        'GET /reports HTTP/1.1\nhost: shop.example.com\nconnection: keep-alive\nauthorization: ********\n\n',
      ],
    }),
    raw_response: text.nullable().meta({
      description:
        'Status line, headers and up to 64 KiB of the body as received, secrets masked; null for email jobs and if there was no response. Binary bodies are omitted.',
      examples: ['HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"ok":true}'],
    }),
    response,
    response_headers: responseHeaders,
    response_truncated: responseTruncated,
  })
  .meta({ id: 'TestRun', description: 'One request for a job, saved or not; kept for 24 hours.' });
