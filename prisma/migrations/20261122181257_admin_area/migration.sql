-- AlterTable
ALTER TABLE "Worker" ADD COLUMN     "callsOut" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "claimed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "held" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "queued" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Installation" ADD COLUMN     "notice" TEXT;

-- Jobs that failed last, over all owners: what an admin looks at. Beside the index by owner it costs a change of result only.
CREATE INDEX "JobResult_failed" ON "JobResult" ("jobId") WHERE "result" = 'failed';
