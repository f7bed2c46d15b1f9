import type { Socket } from 'node:net';
import type { ClaimedCall } from '#server/executions/ledger/types.ts';
import { evaluateResponse } from '#server/outbound/response/evaluate-response.server.ts';
import type { CallRequest, CallResult } from '#server/outbound/types.ts';
import { aClient, rawServer } from '../integration/outbound/network.ts';

/** The call of a job as the ledger returns it. */
export function aCall(changes: Partial<ClaimedCall> = {}): ClaimedCall {
  const now = Date.now();
  return {
    ...{ executionId: 1, attempt: 1, jobId: 1, ownerId: 1, tier: null, jobVersion: 1, trigger: 'schedule' },
    ...{ scheduledFor: now, dueAt: now, type: 'webhook', isSigned: false, lastSuccessAt: null },
    ...{ webhookId: 'fire_1_1', url: 'http://target.example/', method: 'GET', headers: {}, payload: null },
    ...{ timeoutSeconds: 30, retryCount: 3, successCriterion: 'status_code', successRegex: null },
    ...{ acceptedStatuses: null, deadlineAt: null },
    ...changes,
  };
}

/** Calls a server through the guarded client and evaluates its response, as a job does. */
export async function runJob({
  response: reply,
  request = {},
  call = {},
}: {
  response: string | Buffer | ((socket: Socket) => void);
  request?: Partial<CallRequest>;
  call?: Partial<ClaimedCall>;
}) {
  const speak =
    typeof reply === 'function' ? reply : (socket: Socket) => void socket.write(Buffer.from(reply));
  const port = await rawServer(speak);
  const { method = 'GET', payload = null } = call;
  const result = await aClient()({ url: `http://target.example:${port}/`, method, payload, ...request });
  return { result, ...(await evaluate({ result, call })) };
}

export async function evaluate({ result, call = {} }: { result: CallResult; call?: Partial<ClaimedCall> }) {
  return evaluateResponse({ call: aCall(call), result, random: () => 0.5 });
}

/** An HTTP response with the length of its body. */
export function response({
  body,
  headers = {},
  status = '200 OK',
}: {
  body: string | Buffer;
  headers?: Record<string, string>;
  status?: string;
}): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes]);
}
