-- What open pages hear of (server/live). Payload of job_updated: ownerId:jobId,jobId,...; of session_ended: the session's id.
CREATE FUNCTION notify_job_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('job_updated', NEW."ownerId" || ':' || NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_created_updated" AFTER INSERT ON "Job" FOR EACH ROW EXECUTE FUNCTION notify_job_updated();
-- appliedVersion too: the engine has caught up.
CREATE TRIGGER "Job_changed_updated" AFTER UPDATE ON "Job" FOR EACH ROW
  WHEN (OLD."desiredVersion" <> NEW."desiredVersion" OR OLD."appliedVersion" <> NEW."appliedVersion"
    OR OLD."deletedAt" IS DISTINCT FROM NEW."deletedAt")
  EXECUTE FUNCTION notify_job_updated();

CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD."id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "Session_ended" AFTER DELETE ON "Session" FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
