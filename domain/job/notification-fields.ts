import type { NotifyRule } from '#domain/notifications/notify-rules.ts';
import type { JobChannel, NotifyFrequency } from './choices.ts';
import { initial, type JobField } from './job-field.ts';

/** The fields of a job about its notifications. */
export const notificationFields = {
  notifyFrequency: {
    input: 'notifyFrequency',
    wire: 'notify_frequency',
    label: 'Notify',
    section: 'notifications',
    default: initial<NotifyFrequency>('on_failure'),
  },
  notificationType: {
    input: 'notificationType',
    wire: 'notification_type',
    label: 'Notification Type',
    section: 'notifications',
    default: initial<JobChannel | null>(null),
  },
  notificationConfig: {
    input: 'notificationConfig',
    wire: 'notification_config',
    label: 'Notification URL',
    section: 'notifications',
    default: initial<string | null>(null),
    characters: 'text',
    isSealed: true,
  },
  notifyRules: {
    input: 'notifyRules',
    wire: 'notify_rules',
    label: 'Further channels',
    section: 'notifications',
    default: initial<NotifyRule[] | null>(null),
    isJson: true,
  },
  lateAfter: {
    input: 'lateAfter',
    wire: 'late_after',
    label: 'Late After',
    section: 'notifications',
    default: initial<number | null>(null),
  },
  tooLongAfter: {
    input: 'tooLongAfter',
    wire: 'too_long_after',
    label: 'Too Long After',
    section: 'notifications',
    default: initial<number | null>(null),
  },
  certificateDays: {
    input: 'certificateDays',
    wire: 'certificate_days',
    label: 'Certificate Days',
    section: 'notifications',
    default: initial<number>(14),
  },
  answerWatch: {
    input: 'answerWatch',
    wire: 'answer_watch',
    label: 'Watched Response',
    section: 'notifications',
    default: initial<string | null>(null),
    characters: 'line',
  },
} as const satisfies Record<string, JobField>;
