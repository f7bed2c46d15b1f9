-- CreateTable
CREATE TABLE "SkipChange" (
    "id" BIGSERIAL NOT NULL,
    "jobId" INTEGER NOT NULL,
    "scheduledFor" TIMESTAMPTZ(3) NOT NULL,
    "isSkipped" BOOLEAN NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedById" INTEGER NOT NULL,

    CONSTRAINT "SkipChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SkipChange_jobId_id_idx" ON "SkipChange"("jobId", "id" DESC);

-- AddForeignKey
ALTER TABLE "SkipChange" ADD CONSTRAINT "SkipChange_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

