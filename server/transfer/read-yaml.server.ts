import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { documentOf } from './document-of.server.ts';
import type { JobDocument } from './types.ts';

type Parsed =
  | { value: unknown; lines: Map<string, number> }
  | { fault: { message: string; line: number | null; column: number | null } };

const limitMs = 5_000;
const memoryMb = 256;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Jobs of a YAML text, each with its line. Anchors may be used; a document that grows by them is refused. Texts are
 * read one after another, in a thread: the parser can need seconds for one.
 */
export function readYaml(text: string): Promise<JobDocument> {
  const read = turn.then(() => parse(text)).then(toDocument);
  turn = read.catch(() => undefined);
  return read;
}

async function parse(text: string): Promise<Parsed> {
  const worker = new Worker(new URL('./read-yaml.worker.js', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    const [parsed] = (await once(worker, 'message', { signal: AbortSignal.timeout(limitMs) })) as [Parsed];
    return parsed;
  } catch {
    return {
      fault: { message: 'It takes too long: write it as JSON, or split it', line: null, column: null },
    };
  } finally {
    await worker.terminate();
  }
}

function toDocument(parsed: Parsed): JobDocument {
  if ('value' in parsed) {
    const { value, lines } = parsed;
    return documentOf({ value, lineAt: (path) => lines.get(path.join('/')) });
  }
  const { message, line, column } = parsed.fault;
  if (line === null) return { fault: { line, message: `This YAML cannot be read. ${hintOf(message)}` } };
  return { fault: { line, message: `This is not YAML. ${hintOf(message)} (column ${column ?? 1})` } };
}

function hintOf(message: string): string {
  const [first = ''] = message.split('\n');
  const isStar = /alias/i.test(first) && !/resource|count/i.test(first);
  if (isStar) return 'Put quotes around a value that begins with *, such as "*/5 * * * *".';
  return `${first.replace(/\.$/, '')}.`;
}
