-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "channelKey" TEXT NOT NULL,
ADD COLUMN     "statusCode" INTEGER,
ADD COLUMN     "streak" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "streakStartedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "NotificationChannel" (
    "key" TEXT NOT NULL,
    "windowAt" TIMESTAMPTZ(3) NOT NULL,
    "sentInWindow" INTEGER NOT NULL,
    "freeAt" TIMESTAMPTZ(3) NOT NULL,
    "isOverflowing" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "NotificationChannel_pkey" PRIMARY KEY ("key")
);


-- A digest gathers what waits for its destination.
CREATE INDEX "Notification_owed_by_channel" ON "Notification" ("channelKey", "nextAt") WHERE "state" = 'pending';
ALTER TABLE "Notification"
  ADD CONSTRAINT "Notification_channel_known" CHECK ("channel" IN ('slack', 'webhook', 'email')),
  ADD CONSTRAINT "Notification_ended" CHECK (("state" = 'pending') = ("endedAt" IS NULL));
ALTER TABLE "NotificationChannel" SET (fillfactor = 80);
