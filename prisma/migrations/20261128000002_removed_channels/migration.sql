-- AlterTable
ALTER TABLE "Channel" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- DropIndex
DROP INDEX "Channel_userId_name_key";

-- The name of a deleted channel is free. Not a key of the whole table, so a changed name waits for no reference.
CREATE UNIQUE INDEX "Channel_name" ON "Channel" ("userId", "name") WHERE "deletedAt" IS NULL;
-- Rows that the maintenance task removes.
CREATE INDEX "Channel_deleted" ON "Channel" ("id") WHERE "deletedAt" IS NOT NULL;

CREATE OR REPLACE FUNCTION write_job_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "NotificationRule" WHERE "jobId" = NEW."id";
  INSERT INTO "NotificationRule" ("userId", "channelId", "jobId", "events", "after")
  SELECT NEW."ownerId", c."id", NEW."id", ARRAY(SELECT jsonb_array_elements_text(t."rule" -> 'events')),
    (t."rule" ->> 'after')::int
  FROM jsonb_array_elements(NEW."notifyRules"::jsonb) WITH ORDINALITY AS t("rule", "number")
  JOIN "Channel" c ON c."userId" = NEW."ownerId" AND c."name" = t."rule" ->> 'channel' AND c."deletedAt" IS NULL
  ORDER BY t."number";
  RETURN NULL;
END $$;

-- A channel's new name in its jobs; a deleted channel leaves them, and the defaults, at once.
CREATE OR REPLACE FUNCTION follow_channel() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_name TEXT := NULL;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."deletedAt" IS NULL THEN new_name := NEW."name"; END IF;
  UPDATE "Job" j SET "notifyRules" = (
    SELECT json_agg(json_build_object(
      'channel', CASE WHEN t."rule" ->> 'channel' = OLD."name" THEN new_name ELSE t."rule" ->> 'channel' END,
      'events', t."rule" -> 'events', 'after', t."rule" -> 'after') ORDER BY t."number")::text
    FROM jsonb_array_elements(j."notifyRules"::jsonb) WITH ORDINALITY AS t("rule", "number")
    WHERE new_name IS NOT NULL OR t."rule" ->> 'channel' <> OLD."name"
  )
  WHERE j."id" IN (SELECT r."jobId" FROM "NotificationRule" r WHERE r."channelId" = OLD."id");
  IF new_name IS NULL THEN
    DELETE FROM "NotificationRule" WHERE "channelId" = OLD."id";
    DELETE FROM "ChannelStreak" WHERE "channelId" = OLD."id";
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "Channel_left_rules" AFTER UPDATE OF "deletedAt" ON "Channel" FOR EACH ROW
  WHEN (OLD."deletedAt" IS NULL AND NEW."deletedAt" IS NOT NULL) EXECUTE FUNCTION follow_channel();
