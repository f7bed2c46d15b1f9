import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, errors } from 'undici';
import { type CallErrorCode, detailOf, errorOfAbort } from '#server/outbound/call-error.server.ts';
import { trimBlanks } from '#server/outbound/trim-blanks.server.ts';
import { createBoundedBuffer } from './bounded-buffer.server.ts';
import { closeConnection, type Connection } from './connection.server.ts';

/** One request and what came back, as bytes. */
export interface Exchanged {
  /** False if the connection was lost before the first byte left: another may be used without a second call. */
  isSent: boolean;
  /** `at` is null for a head that broke off after its status line. */
  head: {
    statusCode: number;
    headers: IncomingHttpHeaders;
    at: number | null;
    /** As received, in latin1. */
    text: string;
  } | null;
  buffer: Buffer;
  /** The wire was cut at its limit. */
  isCut: boolean;
  error: CallErrorCode | null;
}

export interface Request {
  path: string;
  method: string;
  headers: Record<string, string>;
  payload: string | Buffer | null;
  onSent?: () => void;
}

export const bufferLimitBytes = 256 * 1024;
const frameLimitBytes = 2 * bufferLimitBytes;
const chunksPerCheck = 256;
const noBytes = Buffer.alloc(0);

/** Sends one request, once, and reads its response up to the limit; never rejects. */
export function exchange({
  connection,
  request: { path, method, headers, payload, onSent },
  signal,
}: {
  connection: Connection;
  request: Request;
  signal: AbortSignal;
}): Promise<Exchanged> {
  return new Promise((resolve) => {
    const onEnd = (exchanged: Exchanged) => {
      signal.removeEventListener('abort', onAbort);
      resolve(exchanged);
    };
    const { handler, finish, fail } = createResponseReader({ connection, onSent, onEnd });
    const onAbort = () => finish(errorOfAbort(signal));

    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) {
      onAbort();
      return;
    }
    try {
      connection.client.dispatch({ path, method, headers, body: payload }, handler);
    } catch (error) {
      fail(error);
    }
  });
}

/** Collects what comes back over a connection until it ends, fails or reaches the limit; it ends once. */
function createResponseReader({
  connection,
  onSent,
  onEnd,
}: {
  connection: Connection;
  onSent: Request['onSent'];
  onEnd: (exchanged: Exchanged) => void;
}) {
  const state: Exchanged = { isSent: false, head: null, buffer: noBytes, isCut: false, error: null };
  const buffer = createBoundedBuffer({ limitBytes: bufferLimitBytes });
  const isFramingOver = createFramingLimit(connection);
  let isOver = false;

  const finish = (error: CallErrorCode | null) => {
    if (isOver) return;
    isOver = true;
    // The connection may contain the rest of a response: it must not be reused.
    if (error || state.isCut || isDoubtful(state.head)) closeConnection(connection);
    const head = state.head ?? (error && state.isSent ? headSoFar(connection) : null);
    onEnd({ ...state, head, buffer: buffer.bytes(), error });
  };
  const fail = (error: unknown) => {
    // The content length of such a response belongs to another one, and later bytes are no part of it.
    finish(isBodiless(state.head) ? null : clientError(error));
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {
      state.isSent = true;
      connection.awaitHead();
      onSent?.();
    },
    onResponseStart: (_controller, statusCode, responded) => {
      if (statusCode < 200) return;
      const text = connection.takeHead();
      state.head = { statusCode, headers: responded, at: performance.now(), text };
    },
    onResponseData: (_controller, chunk) => {
      if (isOver) return;
      const isTaken = buffer.add(chunk);
      if (!isFramingOver() && isTaken) return;
      state.isCut = true;
      finish(null);
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_controller, error) => fail(error),
  };
  return { handler, finish, fail };
}

/** Reports, once a chunk, if the framing is too long: chunks of a byte each are mostly framing, which counts too. */
function createFramingLimit(connection: Connection): () => boolean {
  const readBefore = connection.bytesRead();
  let chunks = 0;
  return () => {
    chunks += 1;
    return chunks % chunksPerCheck === 0 && connection.bytesRead() - readBefore > frameLimitBytes;
  };
}

function headSoFar(connection: Connection): Exchanged['head'] {
  const text = connection.takeHead();
  const broken = readBrokenHead(text);
  return broken && { ...broken, at: null, text };
}

/** The client refuses header names, values and paths that could carry a second request. */
function clientError(error: unknown): CallErrorCode {
  const isRefused = error instanceof errors.InvalidArgumentError;
  return { error: isRefused ? 'target_not_allowed' : 'protocol_error', detail: detailOf(error) };
}

/** A response without a body by its status (RFC 9110, 15.3.5 and 15.4.5). */
function isBodiless(head: Exchanged['head']): boolean {
  return head?.statusCode === 204 || head?.statusCode === 304;
}

/** A body is announced where none is allowed: later bytes of this connection cannot be trusted. */
function isDoubtful(head: Exchanged['head']): boolean {
  if (!head || !isBodiless(head)) return false;
  const { 'content-length': length = '0', 'transfer-encoding': coding } = head.headers;
  return length !== '0' || coding !== undefined;
}

const statusLine = /^HTTP\/1\.[01] ([2-9]\d\d)(?: [^\r\n]*)?\r?\n/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/;

/**
 * Status and headers of a response with a rejected or unfinished head: its complete lines, without invalid headers
 * (D43a).
 * @param text the received head, in latin1
 * @returns null without a status line, or for an interim one
 */
function readBrokenHead(text: string): { statusCode: number; headers: IncomingHttpHeaders } | null {
  const status = statusLine.exec(text);
  if (!status) return null;
  const headers = new Map<string, string[]>();
  const lines = text.slice(status[0].length).split(/\r?\n/);
  // The part after the last line end may be an incomplete line.
  for (const line of lines.slice(0, -1)) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) continue;
    const key = name.toLowerCase();
    const values = headers.get(key) ?? [];
    values.push(Buffer.from(trimBlanks(value), 'latin1').toString('utf8'));
    headers.set(key, values);
  }
  return { statusCode: Number(status[1]), headers: Object.fromEntries(headers) };
}
