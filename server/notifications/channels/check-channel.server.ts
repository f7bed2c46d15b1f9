import { AppError } from '#domain/errors.ts';
import type { JobInput } from '#domain/job/job.ts';
import { missingUrlText, readNotificationConfig } from '#domain/notifications/notification.ts';
import type { Owner } from '#server/jobs/types.ts';
import { evaluateTarget } from '#server/outbound/guard/evaluate-target.server.ts';
import { recordRefusal } from '#server/outbound/guard/record-refusal.server.ts';
import { targetRules } from '#server/outbound/guard/target-rules.server.ts';
import { isSlackUrl } from './slack-host.server.ts';

/**
 * Checks a job's notification channel on save: with the guard of all calls, and a Slack URL by its host (D37).
 * @throws AppError validation_error on notificationConfig: a missing or refused URL; an internal target is logged
 */
export async function checkChannel({
  input: { notificationType: type, notificationConfig: text, notifyFrequency: frequency },
  owner: { id: actorId, request },
  jobId: subjectId = null,
}: {
  input: Pick<JobInput, 'notificationType' | 'notificationConfig'> &
    Partial<Pick<JobInput, 'notifyFrequency'>>;
  owner: Pick<Owner, 'id' | 'request'>;
  jobId?: number | null;
}): Promise<void> {
  const missing = missingUrlText({ type, config: text, frequency });
  if (missing !== null) refuse(missing);
  const url = text === null ? null : (readNotificationConfig(text)?.url ?? null);
  if (url === null) return;
  const evaluated = evaluateTarget({ url, rules: targetRules() });
  if (!('target' in evaluated)) {
    await recordRefusal({ reason: evaluated.reason, url, actorId, subjectId, request });
    refuse(evaluated.message);
  }
  if (type === 'slack' && !isSlackUrl(url))
    refuse(
      'A Slack URL begins with https://hooks.slack.com/ or https://hooks.slack-gov.com/, or is the /slack address of a Discord webhook. For another address choose webhook, or ask the operator to allow its host.',
    );
}

function refuse(message: string): never {
  throw new AppError('validation_error', { message, details: { notificationConfig: message } });
}
