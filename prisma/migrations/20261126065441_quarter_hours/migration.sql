-- CreateTable
CREATE TABLE "QuarterHourStat" (
    "jobId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "counted" INTEGER NOT NULL,
    "openFrom" SMALLINT NOT NULL,
    "quarters" SMALLINT[],
    "runs" INTEGER[],
    "failures" INTEGER[],
    "late" INTEGER[],
    "latenessSumMs" BIGINT[],
    "latenessMaxMs" INTEGER[],
    "timed" INTEGER[],
    "durationSumMs" BIGINT[],

    CONSTRAINT "QuarterHourStat_pkey" PRIMARY KEY ("jobId","day")
);

-- AddForeignKey
ALTER TABLE "QuarterHourStat" ADD CONSTRAINT "QuarterHourStat_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
