import type { Random } from '#prisma/seed/random.ts';
import type { JobFields } from '../jobs.ts';

/** One of some values, by chance. */
export function oneOf<Value>(values: readonly Value[], random: Random): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}

// Two fifths of the targets answer at once and well; the others are slow, refuse, hang, or break off.
const soundPaths = ['/fault/soak', '/fault/soak', '/fault/soak', '/delay/300', '/bytes/2000', '/drip/4/200'];
const paths = [
  ...soundPaths,
  ...['/delay/4000', '/delay/9000', '/status/500', '/status/503', '/status/404', '/status/410'],
  ...['/hang', '/cut', '/redirect'],
];
const crons = ['* * * * *', '* * * * *', '* * * * *', '*/2 * * * *', '1-59/2 * * * *', '*/3 * * * *'];
const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
/** In flight for longer than a minute: overlapping fires are skipped, queued or allowed. */
const overlapping = '/delay/70000';
const overlappingShare = 0.03;

/** Reports whether a target answers well and long before any job is due again. */
export const isSoundTarget = (url: string) => soundPaths.includes(new URL(url).pathname);

/** A job as somebody might save it, by chance. Each account has destinations of its own for notifications. */
export function anyJob({
  echoUrl,
  ownerId,
  random,
}: {
  echoUrl: string;
  ownerId: number;
  random: Random;
}): JobFields {
  const isOverlapping = random() < overlappingShare;
  const isNotified = random() < 0.3;
  return {
    webhookURL: echoUrl + (isOverlapping ? overlapping : oneOf(paths, random)),
    cronExpression: isOverlapping ? '* * * * *' : oneOf(crons, random),
    timezone: oneOf(zones, random),
    retryCount: oneOf([0, 0, 1, 2, 3], random),
    timeout: isOverlapping ? 90 : oneOf([2, 5, 12], random),
    overlap: oneOf(['skip', 'queue', 'allow'] as const, random),
    catchUp: oneOf(['last', 'none', 'all'] as const, random),
    ...(isNotified && {
      notifyFrequency: oneOf(['always', 'on_failure', 'on_success'] as const, random),
      notificationType: 'webhook',
      notificationConfig: `${echoUrl}/${oneOf(['note', 'note', 'status/500'], random)}?account=${ownerId}`,
    }),
  };
}
