-- AlterTable
ALTER TABLE "DailyStat" ADD COLUMN     "skippedByOwner" INTEGER NOT NULL DEFAULT 0;

-- Days that were counted before, as far as their rows are kept.
UPDATE "DailyStat" d SET "skippedByOwner" = c."count"
FROM (
  SELECT e."jobId", (e."dueAt" AT TIME ZONE 'UTC')::date AS "day", count(*)::int AS "count"
  FROM "Execution" e
  WHERE e."outcome" = 'skipped' AND e."reason" = 'owner' AND e."trigger" <> 'test'
  GROUP BY 1, 2
) c
WHERE d."jobId" = c."jobId" AND d."day" = c."day";

-- The outcomes of a job's days stand in the index.
ALTER TABLE "DailyStat" DROP CONSTRAINT "DailyStat_pkey";
ALTER TABLE "DailyStat" ADD CONSTRAINT "DailyStat_pkey" PRIMARY KEY ("jobId", "day")
  INCLUDE ("success", "failed", "superseded", "skipped", "skippedByOwner", "missed", "unknown");
