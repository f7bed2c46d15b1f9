-- What a list of ten thousand jobs and a history of a million rows read: by an index that holds the answer, or from
-- counts that are kept as they change.

-- CreateTable
CREATE TABLE "OwnerTotal" (
    "ownerId" INTEGER NOT NULL,
    "shard" INTEGER NOT NULL,
    "success" BIGINT NOT NULL DEFAULT 0,
    "failed" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "OwnerTotal_pkey" PRIMARY KEY ("ownerId","shard")
) WITH (fillfactor = 50);

-- Of two hours at most: not worth the write-ahead log, and updated in place.
CREATE UNLOGGED TABLE "OwnerMinute" (
    "ownerId" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "shard" INTEGER NOT NULL,
    "success" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "OwnerMinute_pkey" PRIMARY KEY ("ownerId","minute","shard")
) WITH (fillfactor = 70);

-- CreateTable
CREATE TABLE "FailingJob" (
    "jobId" INTEGER NOT NULL,
    "ownerId" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FailingJob_pkey" PRIMARY KEY ("jobId")
);

-- CreateIndex
CREATE INDEX "OwnerMinute_minute_idx" ON "OwnerMinute"("minute");

-- CreateIndex
CREATE INDEX "FailingJob_ownerId_since_jobId_idx" ON "FailingJob"("ownerId", "since", "jobId");

-- AddForeignKey
ALTER TABLE "OwnerTotal" ADD CONSTRAINT "OwnerTotal_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FailingJob" ADD CONSTRAINT "FailingJob_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The owner of a state, a copy of its job's, for the order of the list by the next run.
ALTER TABLE "JobState" ADD COLUMN "ownerId" INTEGER;
UPDATE "JobState" s SET "ownerId" = j."ownerId" FROM "Job" j WHERE j."id" = s."jobId";
ALTER TABLE "JobState" ALTER COLUMN "ownerId" SET NOT NULL;
CREATE FUNCTION set_state_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."ownerId" IS NULL THEN
    NEW."ownerId" := (SELECT "ownerId" FROM "Job" WHERE "id" = NEW."jobId");
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "JobState_owner" BEFORE INSERT ON "JobState" FOR EACH ROW EXECUTE FUNCTION set_state_owner();
CREATE INDEX "JobState_next" ON "JobState" ("ownerId", "nextRunAt", "jobId") WHERE "nextRunAt" IS NOT NULL;

-- Tags as text, each between two separators: an index over arrays would hold each array anew.
CREATE FUNCTION tags_as_text(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN cardinality(tags) = 0 THEN '' ELSE chr(31) || array_to_string(tags, chr(31)) || chr(31) END
$$;
ALTER TABLE "Job" ADD COLUMN "tagText" TEXT GENERATED ALWAYS AS (tags_as_text("tags")) STORED;

-- One index for each order of the list, and one that holds all that a list is narrowed by.
CREATE INDEX "Job_listed" ON "Job" ("ownerId", "id") INCLUDE ("name", "status", "type", "tagText")
  WHERE "deletedAt" IS NULL;
DROP INDEX "Job_owner";
CREATE INDEX "Job_status" ON "Job" ("ownerId", "status", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_name" ON "Job" ("ownerId", lower("name"), "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_type" ON "Job" ("ownerId", "type", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_idle" ON "Job" ("ownerId", "id") WHERE "deletedAt" IS NULL AND "status" <> 'active';
-- What many jobs share stands in these once: tags, and schedules of the next hour.
CREATE INDEX "Job_tags" ON "Job" ("ownerId", "tagText") WHERE "deletedAt" IS NULL AND "tagText" <> '';
CREATE INDEX "Job_schedule" ON "Job" ("ownerId", "cronExpression", "timeZone", "pausedUntil")
  WHERE "deletedAt" IS NULL AND "cronExpression" IS NOT NULL AND ("status" = 'active' OR "pausedUntil" IS NOT NULL);
-- An index answers alone where a vacuum has been since the last change.
ALTER TABLE "Job" SET (autovacuum_vacuum_scale_factor = 0.05);

-- The outcomes of a job's days stand in the index: days of one job lie far apart in the table.
ALTER TABLE "DailyStat" DROP CONSTRAINT "DailyStat_pkey";
ALTER TABLE "DailyStat" ADD CONSTRAINT "DailyStat_pkey" PRIMARY KEY ("jobId", "day")
  INCLUDE ("success", "failed", "superseded", "skipped", "missed", "unknown");
ALTER TABLE "DailyStat" SET (autovacuum_vacuum_scale_factor = 0.02);

-- The history by what is rare in most; with the test runs out of it the index alone counts them.
DROP INDEX "Execution_failures";
CREATE INDEX "Execution_failures" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC)
  WHERE "outcome" IN ('failed', 'superseded', 'unknown') AND "trigger" <> 'test';
CREATE INDEX "Execution_not_run" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC)
  WHERE "outcome" IN ('skipped', 'missed') AND "trigger" <> 'test';
CREATE INDEX "Execution_counted" ON "Execution" ("jobId", "dueAt") WHERE "missedUntil" IS NOT NULL;

-- All that ended of an owner's jobs (D33), kept as their days are counted: in one row for each connection, so that
-- batches do not wait for each other. What counts is success, and failed with superseded and unknown.
CREATE FUNCTION add_to_owner_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "success", "failed")
  SELECT j."ownerId", pg_backend_pid() & 63, sum(c."success"), sum(c."failed")
  FROM (
    SELECT "jobId", sum("success") AS "success", sum("failed" + "superseded" + "unknown") AS "failed"
    FROM new_days GROUP BY "jobId"
  ) c
  CROSS JOIN LATERAL (SELECT "ownerId" FROM "Job" WHERE "id" = c."jobId" AND "deletedAt" IS NULL OFFSET 0) j
  GROUP BY j."ownerId" HAVING sum(c."success") <> 0 OR sum(c."failed") <> 0
  ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET
    "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  RETURN NULL;
END $$;
CREATE TRIGGER "DailyStat_inserted" AFTER INSERT ON "DailyStat" REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_owner_total();

CREATE FUNCTION change_owner_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "success", "failed")
  SELECT j."ownerId", pg_backend_pid() & 63, sum(c."success"), sum(c."failed")
  FROM (
    SELECT "jobId", sum("success") AS "success", sum("failed") AS "failed"
    FROM (
      SELECT "jobId", "success", "failed" + "superseded" + "unknown" AS "failed" FROM new_days
      UNION ALL
      SELECT "jobId", -"success", -("failed" + "superseded" + "unknown") FROM old_days
    ) d GROUP BY "jobId"
  ) c
  CROSS JOIN LATERAL (SELECT "ownerId" FROM "Job" WHERE "id" = c."jobId" AND "deletedAt" IS NULL OFFSET 0) j
  GROUP BY j."ownerId" HAVING sum(c."success") <> 0 OR sum(c."failed") <> 0
  ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET
    "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  RETURN NULL;
END $$;
CREATE TRIGGER "DailyStat_updated" AFTER UPDATE ON "DailyStat"
  REFERENCING NEW TABLE AS new_days OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION change_owner_total();

-- Active jobs whose last execution failed, a row each while that lasts.
CREATE FUNCTION follow_streak() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "FailingJob" WHERE "jobId" = NEW."jobId";
  INSERT INTO "FailingJob" ("jobId", "ownerId", "since")
  SELECT j."id", j."ownerId", coalesce(NEW."streakStartedAt", clock_timestamp()) FROM "Job" j
  WHERE j."id" = NEW."jobId" AND NEW."failureStreak" > 0 AND j."status" = 'active' AND j."deletedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "JobState_created_failing" AFTER INSERT ON "JobState" FOR EACH ROW
  WHEN (NEW."failureStreak" > 0) EXECUTE FUNCTION follow_streak();
CREATE TRIGGER "JobState_changed_failing" AFTER UPDATE ON "JobState" FOR EACH ROW
  WHEN ((OLD."failureStreak" > 0) <> (NEW."failureStreak" > 0)) EXECUTE FUNCTION follow_streak();

-- A job that is paused fails no more, one that is deleted counts nowhere.
CREATE FUNCTION follow_job_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
    INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "success", "failed")
    SELECT j."ownerId", pg_backend_pid() & 63, -sum(d."success"), -sum(d."failed" + d."superseded" + d."unknown")
    FROM "Job" j JOIN "DailyStat" d ON d."jobId" = j."id" WHERE j."id" = ANY (gone)
    GROUP BY j."ownerId" ORDER BY j."ownerId"
    ON CONFLICT ("ownerId", "shard") DO UPDATE SET
      "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_followed" AFTER UPDATE ON "Job" REFERENCING NEW TABLE AS new_jobs OLD TABLE AS old_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION follow_job_change();

INSERT INTO "OwnerTotal" ("ownerId", "shard", "success", "failed")
SELECT j."ownerId", 0, sum(d."success"), sum(d."failed" + d."superseded" + d."unknown")
FROM "DailyStat" d JOIN "Job" j ON j."id" = d."jobId" WHERE j."deletedAt" IS NULL GROUP BY j."ownerId";
INSERT INTO "FailingJob" ("jobId", "ownerId", "since")
SELECT j."id", j."ownerId", coalesce(s."streakStartedAt", now())
FROM "Job" j JOIN "JobState" s ON s."jobId" = j."id"
WHERE s."failureStreak" > 0 AND j."status" = 'active' AND j."deletedAt" IS NULL;
