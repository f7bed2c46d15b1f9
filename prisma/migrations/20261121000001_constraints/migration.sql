-- What the schema language cannot say: ranges, partial and unique indexes, triggers, storage.

-- Ranges (specification section 5, D41a). The form and the API say it in words first.
ALTER TABLE "Job"
  ADD CONSTRAINT "Job_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
  ADD CONSTRAINT "Job_description_length" CHECK (char_length("description") <= 2000),
  ADD CONSTRAINT "Job_timeoutSeconds_range" CHECK ("timeoutSeconds" BETWEEN 1 AND 300),
  ADD CONSTRAINT "Job_retryCount_range" CHECK ("retryCount" BETWEEN 0 AND 10),
  ADD CONSTRAINT "Job_successRegex_length" CHECK (char_length("successRegex") <= 256),
  ADD CONSTRAINT "Job_pattern_present" CHECK ("successCriterion" = 'status_code' OR "successRegex" IS NOT NULL),
  ADD CONSTRAINT "Job_tags_count" CHECK (cardinality("tags") <= 10),
  ADD CONSTRAINT "Job_externalId_length" CHECK (char_length("externalId") <= 128),
  ADD CONSTRAINT "Job_httpMethod_known"
    CHECK ("httpMethod" IN ('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS')),
  ADD CONSTRAINT "Job_notificationType_known" CHECK ("notificationType" IN ('slack', 'webhook')),
  ADD CONSTRAINT "Job_versions_order" CHECK ("desiredVersion" >= 1 AND "appliedVersion" BETWEEN 0 AND "desiredVersion"),
  ADD CONSTRAINT "Job_pausedUntil_paused" CHECK ("pausedUntil" IS NULL OR "status" = 'paused');

ALTER TABLE "Execution"
  ADD CONSTRAINT "Execution_scheduledFor_by_trigger"
    CHECK (("trigger" IN ('schedule', 'catch_up')) = ("scheduledFor" IS NOT NULL)),
  ADD CONSTRAINT "Execution_requestId_by_trigger"
    CHECK (("trigger" IN ('schedule', 'catch_up')) = ("requestId" IS NULL)),
  ADD CONSTRAINT "Execution_ended" CHECK (("outcome" IS NULL) = ("endedAt" IS NULL)),
  ADD CONSTRAINT "Execution_reason_has_outcome" CHECK ("reason" IS NULL OR "outcome" IS NOT NULL),
  ADD CONSTRAINT "Execution_counted" CHECK (
    ("missedUntil" IS NULL) = ("missedCount" IS NULL) AND ("missedCount" IS NULL OR "missedCount" >= 1)
  ),
  ADD CONSTRAINT "Execution_attemptCount_range" CHECK ("attemptCount" BETWEEN 0 AND 11);

ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_number_range" CHECK ("number" BETWEEN 1 AND 11);
ALTER TABLE "JobState" ADD CONSTRAINT "JobState_failureStreak_range" CHECK ("failureStreak" >= 0);
ALTER TABLE "Installation" ADD CONSTRAINT "Installation_single" CHECK ("id" = 1 AND "epoch" >= 1);
INSERT INTO "Installation" ("id") VALUES (1);

-- The ledger: one row for each instant that a schedule names, whichever trigger handled it.
CREATE UNIQUE INDEX "Execution_ledger_key" ON "Execution" ("jobId", "scheduledFor")
  WHERE "trigger" IN ('schedule', 'catch_up');
-- The history of a job, newest first; a test run is apart from it.
CREATE INDEX "Execution_history" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC) WHERE "trigger" <> 'test';
-- What is queued or running: a handful of rows, whatever the age of the ledger.
CREATE INDEX "Execution_open" ON "Execution" ("jobId") WHERE "outcome" IS NULL;
CREATE INDEX "Execution_open_by_worker" ON "Execution" ("workerId") WHERE "outcome" IS NULL;
CREATE INDEX "Notification_pending" ON "Notification" ("nextAt") WHERE "state" = 'pending';

CREATE INDEX "Job_owner" ON "Job" ("ownerId", "id") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "Job_externalId_key" ON "Job" ("ownerId", "externalId") WHERE "deletedAt" IS NULL;
-- The relay's work: jobs whose workflow does not know their newest version, and deleted ones.
CREATE INDEX "Job_unapplied" ON "Job" ("applyAfter")
  WHERE "appliedVersion" < "desiredVersion" OR "deletedAt" IS NOT NULL;

-- Updated at each fire: room for updates in place, and no index on what changes.
ALTER TABLE "JobState" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE "DailyStat" SET (fillfactor = 80);
ALTER TABLE "Execution" SET (fillfactor = 85);

-- Wakes the relay and drops a held fire (engine.md sections 3 and 5). Payload: jobId:version, jobId:deleted.
CREATE FUNCTION job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'job_changed',
    NEW."id" || ':' || CASE WHEN NEW."deletedAt" IS NULL THEN NEW."desiredVersion"::text ELSE 'deleted' END
  );
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_created" AFTER INSERT ON "Job" FOR EACH ROW EXECUTE FUNCTION job_changed();
CREATE TRIGGER "Job_changed" AFTER UPDATE ON "Job" FOR EACH ROW
  WHEN (OLD."desiredVersion" <> NEW."desiredVersion" OR OLD."deletedAt" IS DISTINCT FROM NEW."deletedAt")
  EXECUTE FUNCTION job_changed();

-- The security log is append only; retention says so in its own transaction.
CREATE FUNCTION refuse_security_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('punctual.prune', true), '') <> 'on' THEN
    RAISE EXCEPTION 'SecurityEvent is append only';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "SecurityEvent_append_only" BEFORE UPDATE OR DELETE ON "SecurityEvent"
  FOR EACH ROW EXECUTE FUNCTION refuse_security_event_change();
CREATE FUNCTION refuse_security_event_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'SecurityEvent is append only';
END $$;
CREATE TRIGGER "SecurityEvent_no_truncate" BEFORE TRUNCATE ON "SecurityEvent"
  EXECUTE FUNCTION refuse_security_event_truncate();
