import type { PatternCriterion } from '#domain/job/choices.ts';
import { patternVariants, textOfVariant } from '#domain/text/pattern-hints.ts';
import { matchPattern } from './match-pattern.server.ts';

/**
 * Why a pattern may have missed: the first of the usual mistakes without which it is found. Each is looked for within the
 * limits of patterns.
 * @returns a sentence, or null where nothing is known
 */
export async function hintOnMiss({
  pattern,
  criterion,
  text,
  ownerId,
}: {
  pattern: string;
  criterion: PatternCriterion;
  text: string;
  ownerId: number;
}): Promise<string | null> {
  for (const variant of patternVariants({ pattern, criterion })) {
    const searched = textOfVariant({ text, variant: variant.text });
    if (searched === text && variant.pattern === pattern) continue;
    const match = await matchPattern({ pattern: variant.pattern, text: searched, ownerId });
    // A pattern that is too slow here would delay others as well.
    if (match === 'timeout') return null;
    if (match === 'found') return variant.hint;
  }
  return null;
}
