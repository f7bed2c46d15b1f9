-- AlterTable
ALTER TABLE "MaintenanceTask" ADD COLUMN     "walk" TEXT;

-- CreateTable
CREATE TABLE "DataKey" (
    "id" TEXT NOT NULL,
    "firstUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DataKey_pkey" PRIMARY KEY ("id")
);

-- What rows are sealed with so far: v1.<key id>.<iv>.<data>.<tag>.
INSERT INTO "DataKey" ("id")
SELECT split_part("webhookUrl", '.', 2) FROM "Job"
UNION SELECT split_part("snapshot", '.', 2) FROM "JobVersion"
UNION SELECT split_part("value", '.', 2) FROM "ApiKey"
UNION SELECT split_part("value", '.', 2) FROM "Secret";

-- The failures of a job, newest first: retention keeps the last one, however many successes came after it.
CREATE INDEX "Execution_failures" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC)
  WHERE "outcome" IN ('failed', 'superseded', 'unknown');
