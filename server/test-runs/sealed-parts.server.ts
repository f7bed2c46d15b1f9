import type { JobInput } from '#domain/job/job.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';
import type { TestResult } from './types.ts';

interface Parts {
  form: JobInput;
  result: TestResult;
}

/** A sealed part of a test run: forms contain headers and payloads, results the target's responses. */
export function sealPart<Name extends keyof Parts>({
  name,
  part,
  ownerId,
}: {
  name: Name;
  part: Parts[Name];
  ownerId: number;
}): string {
  return seal({ text: JSON.stringify(part), userId: ownerId, field: `testRun.${name}` });
}

/** @throws Error that names the field: it was not sealed for this owner, or its key is missing */
export function decryptPart<Name extends keyof Parts>({
  name,
  sealed,
  ownerId,
}: {
  name: Name;
  sealed: string;
  ownerId: number;
}): Parts[Name] {
  return JSON.parse(unseal({ sealed, userId: ownerId, field: `testRun.${name}` })) as Parts[Name];
}
