-- Sums that only grow, what the jobs of an account occupy, and keys of repeated requests without their responses.

-- In the order in which a save takes them: it never waits for this while this waits for it.
LOCK TABLE "Job", "JobVersion", "OwnerTotal" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "Installation" ADD COLUMN     "removedFailed" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "removedSuccess" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "OwnerTotal" ADD COLUMN     "bytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable: a key that was answered before keeps its status, so that a repetition does not act twice. The version
-- before writes no number and reads "body": the next release drops that column.
ALTER TABLE "IdempotencyKey" ADD COLUMN "effect" TEXT,
ADD COLUMN     "number" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "IdempotencyKey_bounded"
    CHECK (octet_length("key") <= 255 AND octet_length("requestHash") <= 64 AND octet_length("effect") <= 512) NOT VALID;

-- CreateTable
CREATE TABLE "OfferUse" (
    "personHash" TEXT NOT NULL,
    "trialStartedAt" TIMESTAMPTZ(3),
    "refundedAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OfferUse_pkey" PRIMARY KEY ("personHash")
);

-- CreateIndex
CREATE INDEX "OfferUse_usedAt_idx" ON "OfferUse"("usedAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_userId_number_idx" ON "IdempotencyKey"("userId", "number");

-- What deleted jobs did is kept (D32a), also an end that is counted after the deletion.
CREATE OR REPLACE FUNCTION add_to_owner_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "success", "failed")
  SELECT j."ownerId", pg_backend_pid() & 63, sum(c."success"), sum(c."failed")
  FROM (
    SELECT "jobId", sum("success") AS "success", sum("failed" + "superseded" + "unknown") AS "failed"
    FROM new_days GROUP BY "jobId"
  ) c
  CROSS JOIN LATERAL (SELECT "ownerId" FROM "Job" WHERE "id" = c."jobId" OFFSET 0) j
  GROUP BY j."ownerId" HAVING sum(c."success") <> 0 OR sum(c."failed") <> 0
  ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET
    "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION change_owner_total() RETURNS trigger LANGUAGE plpgsql AS $$
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
  CROSS JOIN LATERAL (SELECT "ownerId" FROM "Job" WHERE "id" = c."jobId" OFFSET 0) j
  GROUP BY j."ownerId" HAVING sum(c."success") <> 0 OR sum(c."failed") <> 0
  ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET
    "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  RETURN NULL;
END $$;

-- A removed account leaves its sums to the installation. Statistics that are lowered by a repair lower them too.
CREATE FUNCTION keep_removed_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Installation" i SET
    "removedSuccess" = i."removedSuccess" + r."success", "removedFailed" = i."removedFailed" + r."failed"
  FROM (SELECT coalesce(sum("success"), 0) AS "success", coalesce(sum("failed"), 0) AS "failed" FROM old_totals) r
  WHERE r."success" <> 0 OR r."failed" <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "OwnerTotal_removed" AFTER DELETE ON "OwnerTotal" REFERENCING OLD TABLE AS old_totals
  FOR EACH STATEMENT EXECUTE FUNCTION keep_removed_totals();

-- A job that is paused fails no more; one that is deleted occupies nothing, and its versions with it.
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
  -- Who writes a streak holds this row: it finds the job changed, or its streak is followed here.
  PERFORM 1 FROM "JobState" WHERE "jobId" = ANY (changed) ORDER BY "jobId" FOR UPDATE;
  DELETE FROM "FailingJob" WHERE "jobId" = ANY (changed);
  INSERT INTO "FailingJob" ("jobId", "ownerId", "since")
  SELECT j."id", j."ownerId", coalesce(s."streakStartedAt", clock_timestamp())
  FROM "Job" j JOIN "JobState" s ON s."jobId" = j."id"
  WHERE j."id" = ANY (changed) AND s."failureStreak" > 0 AND j."status" = 'active' AND j."deletedAt" IS NULL;
  IF gone IS NOT NULL THEN
    DELETE FROM "JobResult" WHERE "jobId" = ANY (gone);
    INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
    SELECT j."ownerId", pg_backend_pid() & 63, -sum(octet_length(v."snapshot"))
    FROM "Job" j JOIN "JobVersion" v ON v."jobId" = j."id" WHERE j."id" = ANY (gone)
    GROUP BY j."ownerId" ORDER BY j."ownerId"
    ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  END IF;
  RETURN NULL;
END $$;

-- What a job's own row occupies. The length of a text that stands apart from its row is read without the text.
CREATE FUNCTION stored_bytes(
  name text, description text, url text, headers text, payload text, channel text, pattern text, tags text
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (octet_length(name) + octet_length(description) + octet_length(url) + coalesce(octet_length(headers), 0)
    + coalesce(octet_length(payload), 0) + coalesce(octet_length(channel), 0) + coalesce(octet_length(pattern), 0)
    + coalesce(octet_length(tags), 0))::bigint
$$;

CREATE FUNCTION count_new_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT "ownerId", pg_backend_pid() & 63, sum(stored_bytes("name", "description", "webhookUrl", "headers",
    "payload", "notificationConfig", "successRegex", "tagText"))
  FROM new_jobs WHERE "deletedAt" IS NULL GROUP BY "ownerId" ORDER BY "ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_created_bytes" AFTER INSERT ON "Job" REFERENCING NEW TABLE AS new_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_jobs();

CREATE FUNCTION count_changed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT c."ownerId", pg_backend_pid() & 63, sum(c."bytes")
  FROM (
    SELECT "ownerId", stored_bytes("name", "description", "webhookUrl", "headers", "payload",
      "notificationConfig", "successRegex", "tagText") AS "bytes"
    FROM new_jobs WHERE "deletedAt" IS NULL
    UNION ALL
    SELECT "ownerId", -stored_bytes("name", "description", "webhookUrl", "headers", "payload",
      "notificationConfig", "successRegex", "tagText")
    FROM old_jobs WHERE "deletedAt" IS NULL
  ) c GROUP BY c."ownerId" HAVING sum(c."bytes") <> 0 ORDER BY c."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_changed_bytes" AFTER UPDATE ON "Job" REFERENCING NEW TABLE AS new_jobs OLD TABLE AS old_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_jobs();

CREATE FUNCTION count_new_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT j."ownerId", pg_backend_pid() & 63, sum(octet_length(v."snapshot"))
  FROM new_versions v JOIN "Job" j ON j."id" = v."jobId" WHERE j."deletedAt" IS NULL
  GROUP BY j."ownerId" ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;
CREATE TRIGGER "JobVersion_created_bytes" AFTER INSERT ON "JobVersion" REFERENCING NEW TABLE AS new_versions
  FOR EACH STATEMENT EXECUTE FUNCTION count_new_versions();

CREATE FUNCTION count_changed_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT j."ownerId", pg_backend_pid() & 63, sum(v."bytes")
  FROM (
    SELECT "jobId", octet_length("snapshot") AS "bytes" FROM new_versions
    UNION ALL SELECT "jobId", -octet_length("snapshot") FROM old_versions
  ) v JOIN "Job" j ON j."id" = v."jobId" WHERE j."deletedAt" IS NULL
  GROUP BY j."ownerId" HAVING sum(v."bytes") <> 0 ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;
CREATE TRIGGER "JobVersion_changed_bytes" AFTER UPDATE ON "JobVersion"
  REFERENCING NEW TABLE AS new_versions OLD TABLE AS old_versions
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_versions();

CREATE FUNCTION count_removed_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A deletion subtracts all versions that it finds: it waits here, or this finds the job deleted.
  PERFORM 1 FROM "Job" WHERE "id" IN (SELECT "jobId" FROM old_versions) ORDER BY "id" FOR SHARE;
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT j."ownerId", pg_backend_pid() & 63, -sum(octet_length(v."snapshot"))
  FROM old_versions v JOIN "Job" j ON j."id" = v."jobId" WHERE j."deletedAt" IS NULL
  GROUP BY j."ownerId" ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;
CREATE TRIGGER "JobVersion_removed_bytes" AFTER DELETE ON "JobVersion" REFERENCING OLD TABLE AS old_versions
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_versions();
