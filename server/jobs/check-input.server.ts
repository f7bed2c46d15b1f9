import type { JobInput } from '#domain/job.ts';
import { checkPattern } from '#server/outbound/check-pattern.server.ts';
import { checkTarget } from '#server/outbound/check-target.server.ts';

/**
 * The rules of a save that the schema cannot judge: written addresses and RE2 syntax (D14).
 * @throws AppError validation_error that names the field
 */
export function checkInput({
  webhookUrl,
  successRegex,
}: Pick<JobInput, 'webhookUrl' | 'successRegex'>): void {
  checkTarget({ url: webhookUrl });
  if (successRegex !== null) checkPattern(successRegex);
}
