-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "lateAfter" INTEGER,
ADD COLUMN     "tooLongAfter" INTEGER,
ADD COLUMN     "certificateDays" INTEGER NOT NULL DEFAULT 14,
ADD COLUMN     "answerWatch" TEXT;
ALTER TABLE "Job" ADD CONSTRAINT "Job_lateAfter_range" CHECK ("lateAfter" BETWEEN 1 AND 3600),
  ADD CONSTRAINT "Job_tooLongAfter_range" CHECK ("tooLongAfter" BETWEEN 1 AND 86400),
  ADD CONSTRAINT "Job_certificateDays_range" CHECK ("certificateDays" BETWEEN 0 AND 90),
  ADD CONSTRAINT "Job_answerWatch_length" CHECK (char_length("answerWatch") BETWEEN 1 AND 256);
-- The few jobs that say when a run is late or too long: looked up when runs end, and walked while runs are open.
CREATE INDEX "Job_timed" ON "Job" ("id") WHERE "lateAfter" IS NOT NULL OR "tooLongAfter" IS NOT NULL;

-- AlterTable
ALTER TABLE "Execution" ADD COLUMN     "tooLongAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Notification" ALTER COLUMN "executionId" DROP NOT NULL,
ADD COLUMN     "occurrence" TEXT,
ADD COLUMN     "details" TEXT;
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_subject"
  CHECK (("executionId" IS NULL) = ("occurrence" IS NOT NULL));

-- One notification for each execution, rule and channel, and for each occurrence that has no execution.
DROP INDEX "Notification_executionId_rule_channelId_key";
CREATE UNIQUE INDEX "Notification_executionId_rule_channelId_key"
  ON "Notification" ("executionId", "rule", "channelId") NULLS NOT DISTINCT WHERE "executionId" IS NOT NULL;
CREATE UNIQUE INDEX "Notification_jobId_occurrence_rule_channelId_key"
  ON "Notification" ("jobId", "occurrence", "rule", "channelId") NULLS NOT DISTINCT WHERE "executionId" IS NULL;

-- CreateTable
CREATE TABLE "TargetCertificate" (
    "target" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TargetCertificate_pkey" PRIMARY KEY ("target")
);

-- CreateTable
CREATE TABLE "WatchedValue" (
    "jobId" INTEGER NOT NULL,
    "watch" TEXT NOT NULL,
    "value" TEXT,
    "problem" TEXT,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WatchedValue_pkey" PRIMARY KEY ("jobId")
);

-- AddForeignKey
ALTER TABLE "WatchedValue" ADD CONSTRAINT "WatchedValue_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
