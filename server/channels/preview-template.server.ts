import type { BodyTemplate } from '#domain/notifications/template/read-template.ts';
import { exampleValues } from '#domain/notifications/template/template-variables.ts';
import { getPool } from '#server/database/db.server.ts';
import { query, type Statement } from '#server/database/transaction.server.ts';
import type { Owner } from '#server/jobs/types.ts';
import { fitTemplate, templateValues } from '#server/notifications/channels/kinds/template-body.server.ts';
import { messageOf } from '#server/notifications/message.server.ts';
import { readNotifications } from '#server/notifications/notification-rows.server.ts';
import { requireTemplatePlan } from './channel-template.server.ts';

/** A body as the last event of the account gives it. */
export interface TemplatePreview {
  body: string;
  /** The event, its time in UTC milliseconds; null for the example of an account that has had none. */
  event: { title: string; at: number } | null;
}

// The newest of each job by its index: an account without notifications reads none of others.
const lastStatement: Statement = {
  name: 'last-note-of-owner',
  text: `
    select n."id" from "Job" j
      cross join lateral (
        select "id", "enqueuedAt" from "Notification" where "jobId" = j."id" order by "enqueuedAt" desc limit 1
      ) n
    where j."ownerId" = $1 and j."deletedAt" is null
    order by n."enqueuedAt" desc, n."id" desc limit 1`,
};

/**
 * Renders a template with the last notification of the account, whatever its channel.
 * @param template as `readTemplate` returns it
 * @throws AppError authorization_error: the plan has no bodies of its own
 */
export async function previewTemplate({
  owner,
  template,
}: {
  owner: Pick<Owner, 'id' | 'tier'>;
  template: BodyTemplate;
}): Promise<TemplatePreview> {
  requireTemplatePlan(owner);
  const last = await query<{ id: string | number }>({
    client: getPool(),
    statement: lastStatement,
    values: [owner.id],
  });
  const [row] = await readNotifications(last.map(({ id }) => Number(id)));
  if (!row) return { body: fitTemplate({ template, values: exampleValues }), event: null };
  const message = messageOf(row);
  const { title, at } = message;
  return {
    body: fitTemplate({ template, values: templateValues(message) }),
    event: { title, at: at.getTime() },
  };
}
