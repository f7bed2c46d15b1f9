-- Event subscriptions (docs/decisions/069) ----------------------------------------------------------------------------

CREATE TABLE "EventSubscription" (
  "id" SERIAL NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "url" TEXT NOT NULL,
  "host" TEXT NOT NULL,
  "types" TEXT[],
  "secret" TEXT NOT NULL,
  "previousSecret" TEXT,
  "secretRotatedAt" TIMESTAMPTZ(3),
  "disabledAt" TIMESTAMPTZ(3),
  "disabledReason" TEXT,
  "failingSince" TIMESTAMPTZ(3),
  "failures" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt" TIMESTAMPTZ(3),
  CONSTRAINT "EventSubscription_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "EventSubscription_disabled"
    CHECK (("disabledAt" IS NULL) = ("disabledReason" IS NULL)),
  CONSTRAINT "EventSubscription_ownerId_fkey" FOREIGN KEY ("ownerId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "EventSubscription_ownerId_idx" ON "EventSubscription" ("ownerId");

CREATE TABLE "Event" (
  "id" BIGSERIAL NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "type" TEXT NOT NULL,
  "jobId" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "data" JSON NOT NULL,
  CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Event_ownerId_id_idx" ON "Event" ("ownerId", "id");
CREATE INDEX "Event_at_idx" ON "Event" ("at");

CREATE TABLE "EventDelivery" (
  "id" BIGSERIAL NOT NULL,
  "subscriptionId" INTEGER NOT NULL,
  "eventId" BIGINT NOT NULL,
  "jobId" INTEGER NOT NULL,
  "lane" SMALLINT NOT NULL,
  "state" "NotificationState" NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "enqueuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "attemptedAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  "errorCode" TEXT,
  "statusCode" INTEGER,
  "response" TEXT,
  CONSTRAINT "EventDelivery_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "EventDelivery_subscriptionId_fkey" FOREIGN KEY ("subscriptionId")
    REFERENCES "EventSubscription" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "EventDelivery_eventId_fkey" FOREIGN KEY ("eventId")
    REFERENCES "Event" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "EventDelivery_subscriptionId_id_idx" ON "EventDelivery" ("subscriptionId", "id" DESC);
CREATE INDEX "EventDelivery_eventId_idx" ON "EventDelivery" ("eventId");
-- The next delivery of a stream is the lowest id here.
CREATE INDEX "EventDelivery_pending" ON "EventDelivery" ("subscriptionId", "lane", "jobId", "id")
  WHERE "state" = 'pending';

CREATE TABLE "EventStream" (
  "subscriptionId" INTEGER NOT NULL,
  "lane" SMALLINT NOT NULL,
  "jobId" INTEGER NOT NULL,
  "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "isHeld" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "EventStream_pkey" PRIMARY KEY ("subscriptionId", "lane", "jobId"),
  CONSTRAINT "EventStream_subscriptionId_fkey" FOREIGN KEY ("subscriptionId")
    REFERENCES "EventSubscription" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "EventStream_subscriptionId_lane_nextAt_idx" ON "EventStream" ("subscriptionId", "lane", "nextAt");
CREATE INDEX "EventStream_held" ON "EventStream" ("subscriptionId") WHERE "isHeld";

CREATE TABLE "EventReplay" (
  "id" SERIAL NOT NULL,
  "subscriptionId" INTEGER NOT NULL,
  "from" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "types" TEXT[],
  "afterId" BIGINT NOT NULL DEFAULT 0,
  "enqueued" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMPTZ(3),
  CONSTRAINT "EventReplay_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "EventReplay_subscriptionId_fkey" FOREIGN KEY ("subscriptionId")
    REFERENCES "EventSubscription" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "EventReplay_subscriptionId_idx" ON "EventReplay" ("subscriptionId");
-- One replay of a subscription at a time.
CREATE UNIQUE INDEX "EventReplay_running" ON "EventReplay" ("subscriptionId") WHERE "endedAt" IS NULL;

-- The mail about a disabled subscription.
ALTER TABLE "AccountMail" DROP CONSTRAINT "AccountMail_kind_known";
ALTER TABLE "AccountMail" ADD CONSTRAINT "AccountMail_kind_known" CHECK (
  "kind" IN ('welcome', 'trial_ending', 'payment_failed', 'events_disabled', 'jobs_paused', 'weekly_summary')
);
