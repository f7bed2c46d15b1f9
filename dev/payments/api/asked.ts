import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { Refusal } from '../refusal.ts';

/** A call as the library sends it: texts, nested by brackets. */
export interface StripeRequest {
  id: string;
  fields: Record<string, unknown>;
  /** Names of fields to return expanded. */
  expand: string[];
}

export type EndpointHandler = (asked: StripeRequest) => object;

/** One call of the provider's API. */
export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  path: string;
  response: EndpointHandler;
}

/** Records a call, for tests against the provider's description. */
export interface SeenCall {
  method: string;
  /** With the query. */
  url: string;
  endpoint: string;
  body: string;
  status: number;
  response: string;
}

/** Responds to a call: with the earlier response of its idempotency key, if any; refusals use the provider's words. */
export function respondWith({
  endpoint,
  ledger,
  secretKey,
  onCall,
}: {
  endpoint: Endpoint;
  ledger: Ledger;
  secretKey: string;
  onCall: (call: SeenCall) => void;
}): RequestHandler {
  return (request, response) => {
    const given = { ...request.query, ...(request.body as Record<string, unknown> | undefined) };
    const { expand = [], ...fields } = given;
    const key = request.get('idempotency-key');
    const asked = createHash('sha256')
      .update(JSON.stringify([request.method, request.path, given]))
      .digest('hex');
    let status = 200;
    let body: string;
    try {
      if (request.get('authorization') !== `Bearer ${secretKey}`) {
        throw new Refusal({ status: 401, message: 'Invalid API Key provided.' });
      }
      const before = key === undefined ? undefined : ledger.records.responded[key];
      if (before && before.asked !== asked) {
        throw new Refusal({
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      }
      if (before) {
        ({ status, body } = before);
        response.set('idempotent-replayed', 'true');
      } else {
        const { id = '' } = request.params;
        body = JSON.stringify(endpoint.response({ id, fields, expand: namesOf(expand) }));
      }
    } catch (error) {
      ({ status, body } = reported(error));
    }
    // A refusal may differ the next time; a completed call is repeated from the store.
    if (key !== undefined && status < 400) ledger.records.responded[key] = { asked, status, body };
    ledger.save();
    onCall({
      method: request.method,
      url: request.originalUrl,
      endpoint: endpoint.path,
      body: typeof request.rawText === 'string' ? request.rawText : '',
      status,
      response: body,
    });
    response.status(status).type('application/json').send(body);
  };
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The body before it was read as a form. */
    rawText?: string;
  }
}

/** `data.latest_invoice` of a list is `latest_invoice` of each. */
function namesOf(expand: unknown): string[] {
  const names = Array.isArray(expand) ? expand : Object.values(expand as object);
  return names.map((name) => String(name).replace(/^data\./, ''));
}

function reported(error: unknown): { status: number; body: string } {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const param = issue?.path.join('.') ?? '';
    return reported(new Refusal({ param, message: `${param}: ${issue?.message ?? 'not understood'}` }));
  }
  if (!(error instanceof Refusal)) throw error;
  const { status, type, code, param, message } = error;
  return { status, body: JSON.stringify({ error: { type, code, param, message } }) };
}

/** The provider's form of a list; there is never more than one page. */
export const listOf = (url: string, data: object[]) => ({ object: 'list', data, has_more: false, url });

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const metadata = z.record(z.string(), z.string()).default({});
export const wholeNumber = z.coerce.number().int();
