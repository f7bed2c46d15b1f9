-- Emails to the owner of a job that has no channel: a failed run looks for the last of each rule.
CREATE INDEX "Notification_owner_mail" ON "Notification" ("jobId", "rule", "enqueuedAt")
  WHERE "channel" = 'email' AND "channelId" IS NULL;
-- Emails about notifications that a channel refused: one a day for each account.
CREATE INDEX "Notification_undelivered" ON "Notification" ("enqueuedAt") WHERE "rule" LIKE 'undelivered%';
-- Failed deliveries of a subscription, newest first, among the many that were sent.
CREATE INDEX "EventDelivery_failed" ON "EventDelivery" ("subscriptionId", "id" DESC) WHERE "state" = 'failed';
-- The last time that a job began to flap.
CREATE INDEX "Notification_flapping" ON "Notification" ("jobId", "enqueuedAt" DESC)
  WHERE "rule" IN ('flapping', 'push_flapping');
