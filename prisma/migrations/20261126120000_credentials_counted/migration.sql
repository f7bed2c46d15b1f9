-- Credentials and retry delays count into the bytes that jobs occupy, as the other texts of a job do.

-- In the order in which a save takes them: no save is counted in part.
LOCK TABLE "Job", "OwnerTotal" IN SHARE ROW EXCLUSIVE MODE;

CREATE FUNCTION stored_bytes(
  name text, description text, url text, headers text, payload text, channel text, pattern text, tags text,
  auth text, retry_delays text
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (octet_length(name) + octet_length(description) + octet_length(url) + coalesce(octet_length(headers), 0)
    + coalesce(octet_length(payload), 0) + coalesce(octet_length(channel), 0) + coalesce(octet_length(pattern), 0)
    + coalesce(octet_length(tags), 0) + coalesce(octet_length(auth), 0)
    + coalesce(octet_length(retry_delays), 0))::bigint
$$;

CREATE OR REPLACE FUNCTION count_new_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT "ownerId", pg_backend_pid() & 63, sum(stored_bytes("name", "description", "webhookUrl", "headers",
    "payload", "notificationConfig", "successRegex", "tagText", "auth", "retryDelays"))
  FROM new_jobs WHERE "deletedAt" IS NULL GROUP BY "ownerId" ORDER BY "ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT c."ownerId", pg_backend_pid() & 63, sum(c."bytes")
  FROM (
    SELECT "ownerId", stored_bytes("name", "description", "webhookUrl", "headers", "payload",
      "notificationConfig", "successRegex", "tagText", "auth", "retryDelays") AS "bytes"
    FROM new_jobs WHERE "deletedAt" IS NULL
    UNION ALL
    SELECT "ownerId", -stored_bytes("name", "description", "webhookUrl", "headers", "payload",
      "notificationConfig", "successRegex", "tagText", "auth", "retryDelays")
    FROM old_jobs WHERE "deletedAt" IS NULL
  ) c GROUP BY c."ownerId" HAVING sum(c."bytes") <> 0 ORDER BY c."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
  RETURN NULL;
END $$;

DROP FUNCTION stored_bytes(text, text, text, text, text, text, text, text);

INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
SELECT "ownerId", 0, sum(coalesce(octet_length("auth"), 0) + coalesce(octet_length("retryDelays"), 0))
FROM "Job" WHERE "deletedAt" IS NULL AND ("auth" IS NOT NULL OR "retryDelays" IS NOT NULL)
GROUP BY "ownerId" ORDER BY "ownerId"
ON CONFLICT ("ownerId", "shard") DO UPDATE SET "bytes" = o."bytes" + excluded."bytes";
