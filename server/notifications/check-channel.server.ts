import { AppError } from '#domain/errors.ts';
import { readNotificationConfig } from '#domain/notification.ts';
import { judgeTarget } from '#server/outbound/judge-target.server.ts';
import { targetRules } from '#server/outbound/target-rules.server.ts';
import { isSlackUrl } from './slack-host.server.ts';

/**
 * Judges the channel of a job's notes when it is saved: by the guard of all calls, and a Slack URL by its host (D37).
 * @throws AppError validation_error on notificationConfig; its cause holds the reason, for the security log only
 */
export function checkChannel({ type, config: text }: { type: string | null; config: string | null }): void {
  const config = text === null ? null : readNotificationConfig(text);
  if (config === null) return;
  if (type === 'slack' && !isSlackUrl(config.url)) {
    refuse('A Slack URL begins with https://hooks.slack.com/. For another address choose webhook.');
  }
  const judged = judgeTarget({ url: config.url, rules: targetRules() });
  if (!('target' in judged)) refuse(judged.message, judged.reason);
}

function refuse(message: string, cause?: string): never {
  throw new AppError('validation_error', { message, details: { notificationConfig: message }, cause });
}
