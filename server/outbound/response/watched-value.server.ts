import { createHash } from 'node:crypto';
import {
  readWatchedPart,
  valueAtPath,
  type WatchedPart,
  type WatchProblem,
} from '#domain/job/watched-part.ts';
import type { Mask } from '#server/outbound/masking/mask-secrets.server.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import { capturePattern } from './match-pattern.server.ts';
import { textStart } from '#server/notifications/cut-text.server.ts';

/** Characters of a watched value that are kept. */
const keptLength = 1_000;
/** Characters in which secrets are looked for: more than is kept, since names of secrets may be shorter. */
const maskedLength = 8_192;

/** The watched part of one response, or why it has none. */
export interface WatchedResponse {
  /** `Job.answerWatch` that it was read by. */
  watch: string;
  /** SHA-256 of the whole value, and its first 1,000 characters without secrets; null with a problem. */
  value: { sha256: string; text: string } | null;
  problem: WatchProblem | null;
}

/**
 * Reads the part of a successful response that its job watches. Never fails the run: a response without that part has a
 * problem instead.
 * @param watch as saved with the job
 * @param mask hides the secrets of the call in what is kept; the comparison is of the value as received
 */
export async function readWatchedValue({
  watch,
  response,
  ownerId,
  mask,
}: {
  watch: string;
  response: CallResponse;
  ownerId: number;
  mask: Mask;
}): Promise<WatchedResponse> {
  const part = readWatchedPart(watch);
  const found =
    'message' in part ? { problem: 'no_field' as const } : await findIn({ part, response, ownerId });
  if ('problem' in found) return { watch, value: null, problem: found.problem };
  const { text } = mask({ text: found.text.slice(0, maskedLength), isCut: found.text.length > maskedLength });
  const sha256 = found.sha256 ?? createHash('sha256').update(found.text).digest('hex');
  return { watch, value: { sha256, text: textStart({ text, most: keptLength }) }, problem: null };
}

async function findIn({
  part,
  response,
  ownerId,
}: {
  part: WatchedPart;
  response: CallResponse;
  ownerId: number;
}): Promise<{ text: string; sha256?: string } | { problem: WatchProblem }> {
  const { searched, isTruncated, isBinary, sha256, bytes } = response;
  const text = searched?.text ?? response.body;
  const isWhole = !(searched?.isCut ?? isTruncated);
  if (part.kind === 'pattern') {
    if (isBinary) return { problem: 'no_body' };
    const { match, captured } = await capturePattern({ pattern: part.pattern, text, ownerId });
    if (match === 'timeout') return { problem: 'too_slow' };
    return captured === null ? { problem: 'no_match' } : { text: captured };
  }
  if (!isWhole) return { problem: 'too_large' };
  if (part.kind === 'json')
    return isBinary ? { problem: 'not_json' } : valueAtPath({ text, path: part.path });
  return isBinary && sha256 !== null
    ? { text: `Binary, ${bytes.toLocaleString('en-US')} bytes`, sha256 }
    : { text };
}
