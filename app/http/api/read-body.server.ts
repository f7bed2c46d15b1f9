import type { ActionFunctionArgs } from '@remix-run/node';
import { AppError } from '#domain/errors.ts';
import { jsonError } from '#domain/text/json-error.ts';

const deepest = 64;
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * The JSON object a request carries; an empty body is an empty object.
 * @throws AppError payload_too_large: over the limit of edge/body-limit; unsupported_media_type; validation_error: no
 *   JSON, or nested deeper than 64
 */
export async function readJsonBody({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<{
  text: string;
  value: Record<string, unknown>;
}> {
  const text = await readText({ request, context });
  if (text === '') return { text, value: {} };
  if (!jsonType.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('unsupported_media_type', {
      message: 'Send JSON, with the header Content-Type: application/json.',
    });
  }
  if (depthOf(text) > deepest) throw refuse(`The body is nested deeper than ${deepest} levels.`);
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('The body must be a JSON object, such as {"name": "Ping"}.');
  }
  return { text, value: value as Record<string, unknown> };
}

async function readText({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<string> {
  const message = 'The body is larger than 512 KiB, or 16 KiB of a token exchange.';
  const tooLarge = () => new AppError('payload_too_large', { message });
  if (context.isBodyTooLarge()) throw tooLarge();
  let bytes: ArrayBuffer;
  try {
    bytes = await request.arrayBuffer();
  } catch (cause) {
    throw context.isBodyTooLarge() ? tooLarge() : refuse('The body broke off.', cause);
  }
  if (context.isBodyTooLarge()) throw tooLarge();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refuse('The body is not UTF-8.', cause);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const error = jsonError(text);
    throw refuse(
      error
        ? `The body is not JSON: line ${error.line}, column ${error.column}. ${error.message}`
        : 'The body is not JSON.',
      cause,
    );
  }
}

/** Nesting depth of brackets outside of strings: counted before anything recurses into them. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') most = Math.max(most, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return most;
}

function refuse(body: string, cause?: unknown): AppError {
  return new AppError('validation_error', { message: body, details: { body }, cause });
}
