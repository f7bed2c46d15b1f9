-- CreateEnum
CREATE TYPE "ChannelKind" AS ENUM ('slack', 'webhook', 'email', 'discord', 'teams', 'google_chat', 'telegram', 'ntfy', 'pagerduty');

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "channelId" INTEGER;
ALTER TABLE "Notification" DROP CONSTRAINT "Notification_channel_known";
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_channel_known"
  CHECK ("channel" IN ('slack', 'webhook', 'email', 'discord', 'teams', 'google_chat', 'telegram', 'ntfy', 'pagerduty', 'push'));

-- One notification for each execution, rule and channel; the job's own first rule, its email and its push have no channel.
DROP INDEX "Notification_executionId_rule_key";
CREATE UNIQUE INDEX "Notification_executionId_rule_channelId_key"
  ON "Notification" ("executionId", "rule", "channelId") NULLS NOT DISTINCT;

-- CreateTable
CREATE TABLE "Channel" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "ChannelKind" NOT NULL,
    "config" TEXT NOT NULL,
    "finalFailures" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),
    "disabledAt" TIMESTAMPTZ(3),
    "disabledReason" TEXT,
    "lastDelivery" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NotificationRule" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "jobId" INTEGER,
    "tag" TEXT,
    "events" TEXT[],
    "after" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "NotificationRule_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Channel_userId_name_key" ON "Channel"("userId", "name");

-- CreateIndex
CREATE INDEX "NotificationRule_jobId_idx" ON "NotificationRule"("jobId");

-- CreateIndex
CREATE INDEX "NotificationRule_userId_idx" ON "NotificationRule"("userId");

-- CreateIndex
CREATE INDEX "NotificationRule_channelId_idx" ON "NotificationRule"("channelId");

-- CreateIndex
CREATE INDEX "Notification_channelId_enqueuedAt_idx" ON "Notification" ("channelId", "enqueuedAt" DESC) WHERE "channelId" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "Channel" ADD CONSTRAINT "Channel_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationRule" ADD CONSTRAINT "NotificationRule_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationRule" ADD CONSTRAINT "NotificationRule_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NotificationRule" ADD CONSTRAINT "NotificationRule_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A default is the account's or a tag's, never a job's. A job, a tag and the account have one rule for each channel.
ALTER TABLE "NotificationRule" ADD CONSTRAINT "NotificationRule_scope" CHECK ("jobId" IS NULL OR "tag" IS NULL);
CREATE UNIQUE INDEX "NotificationRule_of_job" ON "NotificationRule" ("jobId", "channelId") WHERE "jobId" IS NOT NULL;
CREATE UNIQUE INDEX "NotificationRule_default" ON "NotificationRule" ("userId", "tag", "channelId") NULLS NOT DISTINCT
  WHERE "jobId" IS NULL;
