import { AppError } from '#domain/errors.ts';
import { Prisma } from '#server/generated/client.ts';
import type { ChannelDraft } from './types.ts';

/**
 * Quiet hours of a channel as its row has them; nothing where they stay as they are. A kind without quiet hours loses
 * those that it had under another kind.
 * @throws AppError validation_error on `quietHours`: its kind has none
 */
export function quietColumn({ kind, quietHours }: Pick<ChannelDraft, 'kind' | 'quietHours'>): {
  quietHours?: Prisma.InputJsonObject | typeof Prisma.DbNull;
} {
  if (kind === 'pagerduty') {
    if (quietHours)
      throw new AppError('validation_error', {
        details: { quietHours: 'A PagerDuty channel has no quiet hours: set them in PagerDuty.' },
      });
    return { quietHours: Prisma.DbNull };
  }
  if (quietHours === undefined) return {};
  return { quietHours: quietHours === null ? Prisma.DbNull : { ...quietHours } };
}
