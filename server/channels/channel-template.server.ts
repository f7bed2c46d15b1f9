import { AppError } from '#domain/errors.ts';
import type { ChannelKind } from '#domain/notifications/channel-kinds.ts';
import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { plans, type Tier } from '#domain/plan.ts';
import { db } from '#server/database/db.server.ts';
import { decryptOrNull } from '#server/sealing/decrypt-or-null.server.ts';
import { seal, unseal } from '#server/sealing/seal.server.ts';

const field = 'channel.template';

/** Columns of a channel that its own body needs. */
export interface TemplateRow {
  id: number;
  userId: number;
  /** Sealed; null for the standard body. */
  template: string | null;
}

/**
 * Refuses a body of its own where the plan has none.
 * @throws AppError authorization_error, details `{reason: 'tier'}`
 */
export function requireTemplatePlan({ tier }: { tier: Tier }): void {
  if (plans[tier].hasTemplates) return;
  throw new AppError('authorization_error', {
    message: 'A custom body comes with Ultimate. Upgrade at /dashboard/settings, or use the standard body.',
    details: { reason: 'tier' },
  });
}

/**
 * Own body of a channel as its row has it; nothing where it stays as it is. A kind without one loses the body that it
 * had as a webhook. After a downgrade, the saved body may be sent back.
 * @param saved the body as it is now
 * @throws AppError validation_error on `template`: another kind; authorization_error: the plan has none
 */
export function templateColumn({
  tier,
  userId,
  kind,
  template,
  saved,
}: {
  tier: Tier;
  userId: number;
  kind: ChannelKind;
  template: BodyTemplate | null | undefined;
  saved: BodyTemplate | null;
}): { template?: string | null } {
  if (kind !== 'webhook') {
    if (template)
      throw new AppError('validation_error', {
        details: {
          template: 'Only a webhook channel can have a custom body. Choose webhook as the kind.',
        },
      });
    return { template: null };
  }
  if (template === undefined || isSame(template, saved)) return {};
  if (template === null) return { template: null };
  requireTemplatePlan({ tier });
  return { template: seal({ text: JSON.stringify(template), userId, field }) };
}

const isSame = (one: BodyTemplate | null, other: BodyTemplate | null) =>
  one !== null && other !== null && one.format === other.format && one.body === other.body;

/** Own body of a channel for its owner; null for the standard one, or if its data key is missing. */
export async function readTemplateColumn(row: TemplateRow): Promise<BodyTemplate | null> {
  return decryptOrNull({
    open: () => decryptTemplate(row),
    row: { channelId: row.id },
    message: 'The body of a channel could not be decrypted.',
  });
}

/**
 * The body that a delivery to a channel uses; null for the standard one. The tier in force decides.
 * @throws Error if its data key is missing
 */
export async function templateInUse(row: TemplateRow): Promise<BodyTemplate | null> {
  if (row.template === null) return null;
  const { tier } = await db().user.findUniqueOrThrow({ where: { id: row.userId }, select: { tier: true } });
  return plans[tier].hasTemplates ? decryptTemplate(row) : null;
}

function decryptTemplate({ userId, template: sealed }: TemplateRow): BodyTemplate | null {
  return sealed === null ? null : (JSON.parse(unseal({ sealed, userId, field })) as BodyTemplate);
}
