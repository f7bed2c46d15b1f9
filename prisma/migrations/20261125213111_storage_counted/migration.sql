-- What the jobs that are there occupy, beside saves that are being counted already: all three tables are read as of one
-- instant, and what the triggers have added until then is taken off.
INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
SELECT c."ownerId", 0, sum(c."bytes")
FROM (
  SELECT "ownerId", stored_bytes("name", "description", "webhookUrl", "headers", "payload", "notificationConfig",
    "successRegex", "tagText") AS "bytes"
  FROM "Job" WHERE "deletedAt" IS NULL
  UNION ALL
  SELECT j."ownerId", octet_length(v."snapshot")
  FROM "JobVersion" v JOIN "Job" j ON j."id" = v."jobId" WHERE j."deletedAt" IS NULL
  UNION ALL
  SELECT "ownerId", -"bytes" FROM "OwnerTotal"
) c
GROUP BY c."ownerId" HAVING sum(c."bytes") <> 0 ORDER BY c."ownerId"
ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";

ALTER TABLE "IdempotencyKey" VALIDATE CONSTRAINT "IdempotencyKey_bounded";
