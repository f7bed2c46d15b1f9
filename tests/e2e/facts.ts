import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StackFacts } from '#dev/stack/facts.ts';

/** The stack under test: the one that `npm test` started, else the one of `npm start`. */
export function readFacts(): StackFacts {
  return readFactsOf(process.env.PUNCTUAL_FACTS ?? resolve('.punctual/dev.json'));
}

/** @param file the dev.json of a running stack */
export function readFactsOf(file: string): StackFacts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StackFacts;
  } catch {
    throw new Error(`No product is running: ${file} is absent. Run npm start first, or npm test.`);
  }
}
