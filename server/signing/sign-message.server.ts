import { Webhook } from 'standardwebhooks';

/**
 * The value of `webhook-signature` by Standard Webhooks: one signature for each secret, so a receiver who knows any of
 * them can verify.
 * @param at UTC milliseconds; `webhook-timestamp` has to name the same second
 */
export function signMessage({
  secrets,
  webhookId,
  at,
  payload,
}: {
  secrets: string[];
  webhookId: string;
  at: number;
  payload: string;
}): string {
  return secrets.map((secret) => new Webhook(secret).sign(webhookId, new Date(at), payload)).join(' ');
}
