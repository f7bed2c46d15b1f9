-- CreateIndex
CREATE INDEX "Skip_createdById_scheduledFor_idx" ON "Skip"("createdById", "scheduledFor");

-- Jobs that are listed by the end of their pause.
CREATE INDEX "Job_pausedUntil" ON "Job" ("ownerId", "pausedUntil", "id")
  WHERE "deletedAt" IS NULL AND "pausedUntil" IS NOT NULL;
