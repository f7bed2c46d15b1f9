-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "quietHours" JSONB;

-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "incidentId" INTEGER;

-- CreateTable
CREATE TABLE "Incident" (
    "id" SERIAL NOT NULL,
    "jobId" INTEGER NOT NULL,
    "ownerId" INTEGER NOT NULL,
    "executionId" BIGINT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "causeCode" TEXT,
    "causeText" TEXT,
    "failures" INTEGER NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "closeReason" TEXT,
    "acknowledgedAt" TIMESTAMPTZ(3),
    "acknowledgedById" INTEGER,
    "snoozedUntil" TIMESTAMPTZ(3),
    "snoozedById" INTEGER,
    "snoozes" INTEGER NOT NULL DEFAULT 0,
    "isFlapping" BOOLEAN NOT NULL DEFAULT false,
    "flappingUntil" TIMESTAMPTZ(3),

    CONSTRAINT "Incident_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Incident_closed" CHECK (("closedAt" IS NULL) = ("closeReason" IS NULL)),
    CONSTRAINT "Incident_closeReason_known" CHECK ("closeReason" IN ('recovered', 'paused', 'deleted')),
    CONSTRAINT "Incident_snoozed" CHECK ("snoozedUntil" IS NULL OR "closedAt" IS NULL)
);

-- CreateIndex
CREATE UNIQUE INDEX "Incident_executionId_key" ON "Incident"("executionId");

-- CreateIndex
CREATE INDEX "Incident_jobId_openedAt_idx" ON "Incident"("jobId", "openedAt" DESC);

-- CreateIndex
CREATE INDEX "Incident_ownerId_openedAt_idx" ON "Incident"("ownerId", "openedAt" DESC);

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_incidentId_fkey" FOREIGN KEY ("incidentId") REFERENCES "Incident"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A job has one open incident at most.
CREATE UNIQUE INDEX "Incident_open" ON "Incident" ("jobId") WHERE "closedAt" IS NULL;
-- The count of the navigation.
CREATE INDEX "Incident_open_by_owner" ON "Incident" ("ownerId") WHERE "closedAt" IS NULL;
-- Due steps of the maintenance task.
CREATE INDEX "Incident_snoozed_until" ON "Incident" ("snoozedUntil") WHERE "snoozedUntil" IS NOT NULL;
CREATE INDEX "Incident_flapping_until" ON "Incident" ("flappingUntil") WHERE "flappingUntil" IS NOT NULL;
CREATE INDEX "Notification_incidentId_idx" ON "Notification" ("incidentId") WHERE "incidentId" IS NOT NULL;

-- A job that no longer runs has no open incident, whoever pauses or deletes it.
CREATE FUNCTION close_incident() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Incident" i SET
    "closedAt" = clock_timestamp(),
    "closeReason" = CASE WHEN NEW."deletedAt" IS NULL THEN 'paused' ELSE 'deleted' END,
    "failures" = greatest(i."failures", (SELECT s."failureStreak" FROM "JobState" s WHERE s."jobId" = NEW."id")),
    "snoozedUntil" = NULL,
    "flappingUntil" = NULL
  WHERE i."jobId" = NEW."id" AND i."closedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_changed_incident" AFTER UPDATE ON "Job" FOR EACH ROW
  WHEN ((OLD."status" = 'active' AND NEW."status" <> 'active') OR (OLD."deletedAt" IS NULL AND NEW."deletedAt" IS NOT NULL))
  EXECUTE FUNCTION close_incident();
