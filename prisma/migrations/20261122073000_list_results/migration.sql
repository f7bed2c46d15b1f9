-- What narrows a list of ten thousand jobs stands in indexes that no fire writes.

-- CreateEnum
CREATE TYPE "LastResult" AS ENUM ('success', 'failed', 'never');

-- CreateTable
CREATE TABLE "JobResult" (
    "jobId" INTEGER NOT NULL,
    "ownerId" INTEGER NOT NULL,
    "result" "LastResult" NOT NULL,

    CONSTRAINT "JobResult_pkey" PRIMARY KEY ("jobId")
);

-- CreateIndex
CREATE INDEX "JobResult_ownerId_result_jobId_idx" ON "JobResult"("ownerId", "result", "jobId");

-- AddForeignKey
ALTER TABLE "JobResult" ADD CONSTRAINT "JobResult_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An index answers alone where a vacuum has been since the last change.
ALTER TABLE "JobResult" SET (autovacuum_vacuum_scale_factor = 0.05);

-- Many jobs share a status: without the id an entry is the row's place alone, and a count reads few pages.
CREATE INDEX "Job_counts" ON "Job" ("ownerId", "status") WHERE "deletedAt" IS NULL;
-- Whose tags name one, by the index alone.
CREATE INDEX "Job_tagged" ON "Job" ("ownerId", "tagText", "id") WHERE "deletedAt" IS NULL AND "tagText" <> '';
-- Few at any time: the relay removes them.
CREATE INDEX "Job_deleted" ON "Job" ("ownerId", "id") WHERE "deletedAt" IS NOT NULL;

CREATE FUNCTION last_result(outcome "Outcome") RETURNS "LastResult" LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (CASE WHEN outcome IS NULL THEN 'never' WHEN outcome = 'success' THEN 'success' ELSE 'failed' END)::"LastResult"
$$;

CREATE FUNCTION begin_results() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "JobResult" ("jobId", "ownerId", "result")
  SELECT s."jobId", s."ownerId", last_result(s."lastOutcome") FROM new_states s;
  RETURN NULL;
END $$;
CREATE TRIGGER "JobState_created_result" AFTER INSERT ON "JobState" REFERENCING NEW TABLE AS new_states
  FOR EACH STATEMENT EXECUTE FUNCTION begin_results();

-- A job that is deleted has no row: what still ends of it finds none.
CREATE FUNCTION follow_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "JobResult" SET "result" = last_result(NEW."lastOutcome")
  WHERE "jobId" = NEW."jobId" AND "result" <> last_result(NEW."lastOutcome");
  RETURN NULL;
END $$;
CREATE TRIGGER "JobState_changed_result" AFTER UPDATE ON "JobState" FOR EACH ROW
  WHEN (OLD."lastOutcome" IS DISTINCT FROM NEW."lastOutcome") EXECUTE FUNCTION follow_result();

-- As before, and the results of deleted jobs go.
CREATE OR REPLACE FUNCTION follow_job_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed int[];
  gone int[];
BEGIN
  SELECT array_agg(c."id" ORDER BY c."id"), array_agg(c."id") FILTER (WHERE c."isGone") INTO changed, gone
  FROM (
    SELECT "id", count("deletedAt") = 1 AS "isGone"
    FROM (SELECT "id", "status", "deletedAt" FROM old_jobs UNION ALL SELECT "id", "status", "deletedAt" FROM new_jobs) b
    GROUP BY "id" HAVING min("status") <> max("status") OR count("deletedAt") = 1
  ) c;
  IF changed IS NULL THEN
    RETURN NULL;
  END IF;
  -- Who counts an end holds this row: what it counts is in the sum below, or it finds the job changed.
  PERFORM 1 FROM "JobState" WHERE "jobId" = ANY (changed) ORDER BY "jobId" FOR UPDATE;
  DELETE FROM "FailingJob" WHERE "jobId" = ANY (changed);
  INSERT INTO "FailingJob" ("jobId", "ownerId", "since")
  SELECT j."id", j."ownerId", coalesce(s."streakStartedAt", clock_timestamp())
  FROM "Job" j JOIN "JobState" s ON s."jobId" = j."id"
  WHERE j."id" = ANY (changed) AND s."failureStreak" > 0 AND j."status" = 'active' AND j."deletedAt" IS NULL;
  IF gone IS NOT NULL THEN
    DELETE FROM "JobResult" WHERE "jobId" = ANY (gone);
    INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "success", "failed")
    SELECT j."ownerId", pg_backend_pid() & 63, -sum(d."success"), -sum(d."failed" + d."superseded" + d."unknown")
    FROM "Job" j JOIN "DailyStat" d ON d."jobId" = j."id" WHERE j."id" = ANY (gone)
    GROUP BY j."ownerId" ORDER BY j."ownerId"
    ON CONFLICT ("ownerId", "shard") DO UPDATE SET
      "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  END IF;
  RETURN NULL;
END $$;

INSERT INTO "JobResult" ("jobId", "ownerId", "result")
SELECT s."jobId", s."ownerId", last_result(s."lastOutcome")
FROM "JobState" s JOIN "Job" j ON j."id" = s."jobId" WHERE j."deletedAt" IS NULL;
