import { createCipheriv, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { db } from '#server/database/db.server.ts';
import { claimFires } from '#server/executions/claiming/claim-fires.server.ts';
import type { AttemptResult, ClaimedCall } from '#server/executions/ledger/types.ts';
import { createRecorder } from '#server/executions/recording/recorder.server.ts';
import type { Job } from '#server/generated/client.ts';
import { readResponse } from '#server/outbound/response/read-response.server.ts';
import type { CallResponse } from '#server/outbound/types.ts';
import { aHeldFire, aLedgerJob, aResult, aWorker, callIn, schedule, minuteMs, noon } from '../ledger/kit.ts';
import { aUser } from '../makers.ts';
import { naughtyStrings } from './naughty-strings.ts';

const perWave = 100;

/** Records one response after another, as calls of a hundred jobs, and reads each back. */
async function store(responses: CallResponse[]) {
  const workerId = await aWorker();
  const owner = await aUser();
  const jobs: Job[] = [];
  for (let n = 0; n < perWave; n += 1) jobs.push(await aLedgerJob({ owner }));
  const recorder = createRecorder();
  const stored: { headers: unknown; body: string; bytes: number; sha256: string | null }[] = [];
  for (let from = 0; from < responses.length; from += perWave) {
    const scheduledFor = noon + (from / perWave) * minuteMs;
    const wave = responses.slice(from, from + perWave);
    const fires = wave.map((_, n) => aHeldFire({ jobId: jobs[n]?.id ?? 0, scheduledFor }));
    const claims = await claimFires({ workerId, now: scheduledFor - 300, fires, schedule });
    const calls = claims.map(callIn);
    await Promise.all(calls.map((call, n) => recorder.record(resultOf({ call, response: wave[n] }))));
    const rows = await db().attemptBody.findMany({
      where: { executionId: { in: calls.map(({ executionId }) => executionId) } },
    });
    const byId = new Map(rows.map((row) => [Number(row.executionId), row]));
    for (const { executionId } of calls) {
      const row = byId.get(executionId);
      if (!row) throw new Error(`Execution ${executionId} has no body.`);
      stored.push(row);
    }
  }
  await recorder.close();
  return stored;
}

function resultOf({
  call,
  response,
}: {
  call: ClaimedCall;
  response: CallResponse | undefined;
}): AttemptResult {
  const result = aResult({ call });
  return { ...result, result: { ...result.result, response: response ?? null } };
}

const read = (bytes: Buffer, headers: Record<string, string> = {}) =>
  readResponse({ statusCode: 200, headers, buffer: bytes, isCut: false });

test(
  'S15: 500 naughty strings are stored and shown as received, except U+0000',
  { timeout: 60_000 },
  async () => {
    expect(new Set(naughtyStrings).size).toBe(500);
    const responses = await Promise.all(
      naughtyStrings.map((text) => read(Buffer.from(text), { 'content-type': 'text/plain', 'x-text': text })),
    );
    const stored = await store(responses);
    for (const [n, text] of naughtyStrings.entries()) {
      const expected = text.replaceAll('\0', '\ufffd');
      // A byte order mark is not part of the text.
      expect(stored[n]?.body).toBe(expected.replace(/^\ufeff/, ''));
      expect(stored[n]?.headers).toEqual({ 'content-type': 'text/plain', 'x-text': expected });
    }
  },
);

/** A key stream: bytes without a pattern that are the same in each run. */
const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
const someBytes = (count: number) => stream.update(Buffer.alloc(count));

test(
  'S15: 10,000 random bodies are stored: text as text, the rest by length and hash',
  { timeout: 300_000 },
  async () => {
    const types = [
      'text/plain',
      'application/json; charset=utf-8',
      'application/octet-stream',
      'text/html; charset=utf-16le',
      '',
    ];
    const wires = Array.from({ length: 10_000 }, (_, n) => {
      const bytes = someBytes(someBytes(4).readUInt32LE() % (n % 50 === 0 ? 200_000 : 400));
      // Some are almost text.
      if (n % 3 === 0) for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) & 0x7f;
      return { bytes, type: types[n % types.length] ?? '' };
    });
    const responses: CallResponse[] = [];
    for (const { bytes, type } of wires)
      responses.push(await read(bytes, type ? { 'content-type': type } : {}));
    const stored = await store(responses);
    expect(stored).toHaveLength(10_000);
    for (const [n, row] of stored.entries()) {
      const { bytes } = wires[n] ?? { bytes: Buffer.alloc(0) };
      expect(row.bytes).toBe(bytes.length);
      expect(row.body).toBe(responses[n]?.body);
      expect(Buffer.byteLength(row.body)).toBeLessThanOrEqual(64 * 1024);
      expect(row.body.includes('\0')).toBe(false);
      if (responses[n]?.isBinary) expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  },
);
