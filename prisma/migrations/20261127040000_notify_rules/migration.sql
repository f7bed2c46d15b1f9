-- AlterTable
ALTER TABLE "Job" ADD COLUMN "notifyRules" TEXT;

-- The rules of a job as rows, for the ledger: it joins them to the channels of tags and accounts.
CREATE FUNCTION write_job_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "NotificationRule" WHERE "jobId" = NEW."id";
  INSERT INTO "NotificationRule" ("userId", "channelId", "jobId", "events", "after")
  SELECT NEW."ownerId", c."id", NEW."id", ARRAY(SELECT jsonb_array_elements_text(t."rule" -> 'events')),
    (t."rule" ->> 'after')::int
  FROM jsonb_array_elements(NEW."notifyRules"::jsonb) WITH ORDINALITY AS t("rule", "number")
  JOIN "Channel" c ON c."userId" = NEW."ownerId" AND c."name" = t."rule" ->> 'channel'
  ORDER BY t."number";
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_created_rules" AFTER INSERT ON "Job" FOR EACH ROW
  WHEN (NEW."notifyRules" IS NOT NULL) EXECUTE FUNCTION write_job_rules();
CREATE TRIGGER "Job_changed_rules" AFTER UPDATE OF "notifyRules" ON "Job" FOR EACH ROW
  WHEN (OLD."notifyRules" IS DISTINCT FROM NEW."notifyRules") EXECUTE FUNCTION write_job_rules();

-- A channel's new name in its jobs; a deleted channel leaves them.
CREATE FUNCTION follow_channel() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_name TEXT := NULL;
BEGIN
  IF TG_OP = 'UPDATE' THEN new_name := NEW."name"; END IF;
  UPDATE "Job" j SET "notifyRules" = (
    SELECT json_agg(json_build_object(
      'channel', CASE WHEN t."rule" ->> 'channel' = OLD."name" THEN new_name ELSE t."rule" ->> 'channel' END,
      'events', t."rule" -> 'events', 'after', t."rule" -> 'after') ORDER BY t."number")::text
    FROM jsonb_array_elements(j."notifyRules"::jsonb) WITH ORDINALITY AS t("rule", "number")
    WHERE new_name IS NOT NULL OR t."rule" ->> 'channel' <> OLD."name"
  )
  WHERE j."id" IN (SELECT r."jobId" FROM "NotificationRule" r WHERE r."channelId" = OLD."id");
  RETURN OLD;
END $$;
CREATE TRIGGER "Channel_renamed_rules" AFTER UPDATE OF "name" ON "Channel" FOR EACH ROW
  WHEN (OLD."name" <> NEW."name") EXECUTE FUNCTION follow_channel();
CREATE TRIGGER "Channel_deleted_rules" BEFORE DELETE ON "Channel" FOR EACH ROW EXECUTE FUNCTION follow_channel();
