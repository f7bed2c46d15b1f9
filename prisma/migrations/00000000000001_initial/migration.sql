-- The database of a new installation (docs/decisions/059). prisma/schema.prisma describes the columns. Its language
-- cannot express checks, partial and expression indexes, functions, triggers, storage parameters, and the two columns
-- that only the database writes: "Job"."tagText" and "JobState"."ownerId". Later changes are migrations of their own.

CREATE SCHEMA IF NOT EXISTS "public";

-- Accounts and sign-in ------------------------------------------------------------------------------------------------

CREATE TYPE "Role" AS ENUM ('user', 'admin');
CREATE TYPE "Tier" AS ENUM ('free', 'premium', 'ultimate');
CREATE TYPE "KeyScope" AS ENUM ('read', 'write');

CREATE TABLE "User" (
  "id" SERIAL NOT NULL,
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "emailVerified" BOOLEAN NOT NULL DEFAULT false,
  "username" TEXT,
  "firstName" TEXT,
  "lastName" TEXT,
  "profileImageUrl" TEXT,
  "role" "Role" NOT NULL DEFAULT 'user',
  "tier" "Tier" NOT NULL DEFAULT 'free',
  "suspendedAt" TIMESTAMPTZ(3),
  "suspendReason" TEXT,
  "timeZone" TEXT NOT NULL DEFAULT 'UTC',
  "hasShortcuts" BOOLEAN NOT NULL DEFAULT true,
  "hasWeeklySummary" BOOLEAN NOT NULL DEFAULT false,
  "hasPauseMails" BOOLEAN NOT NULL DEFAULT true,
  "pushAskedAt" TIMESTAMPTZ(3),
  "defaultNotificationType" TEXT,
  "defaultNotificationConfig" TEXT,
  "signingSecret" TEXT,
  "previousSigningSecret" TEXT,
  "signingRotatedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt" TIMESTAMPTZ(3),
  CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "User_email_idx" ON "User" ("email");
CREATE UNIQUE INDEX "User_issuer_subject_key" ON "User" ("issuer", "subject");
-- The maintenance task looks for the few deleted accounts.
CREATE INDEX "User_deleted" ON "User" ("id") WHERE "deletedAt" IS NOT NULL;

CREATE TABLE "Session" (
  "id" SERIAL NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "userId" INTEGER NOT NULL,
  "authenticatedAt" TIMESTAMPTZ(3) NOT NULL,
  "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "ip" TEXT,
  "userAgent" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Session_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session" ("tokenHash");
CREATE INDEX "Session_userId_idx" ON "Session" ("userId");
CREATE INDEX "Session_expiresAt_idx" ON "Session" ("expiresAt");

-- Closes the page updates of an ended session (server/live). Payload: the session's id.
CREATE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD."id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "Session_ended" AFTER DELETE ON "Session" FOR EACH ROW EXECUTE FUNCTION notify_session_ended();

CREATE TABLE "OneTimeToken" (
  "hash" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "sessionId" INTEGER,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  CONSTRAINT "OneTimeToken_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "OneTimeToken_sessionId_fkey" FOREIGN KEY ("sessionId")
    REFERENCES "Session" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "OneTimeToken_expiresAt_idx" ON "OneTimeToken" ("expiresAt");

CREATE TABLE "ApiKey" (
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "prefix" TEXT NOT NULL,
  "last4" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "pepperId" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "scope" "KeyScope" NOT NULL DEFAULT 'write',
  "lastUsedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revokedAt" TIMESTAMPTZ(3),
  CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" ("hash");
CREATE INDEX "ApiKey_userId_idx" ON "ApiKey" ("userId");

CREATE TABLE "Secret" (
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Secret_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Secret_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Secret_userId_name_key" ON "Secret" ("userId", "name");

CREATE TABLE "SavedView" (
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "SavedView_userId_fkey" FOREIGN KEY ("userId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "SavedView_userId_name_key" ON "SavedView" ("userId", "name");

CREATE TABLE "PushSubscription" (
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "sessionId" INTEGER,
  "endpointHash" TEXT NOT NULL,
  "subscription" TEXT NOT NULL,
  "userAgent" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "PushSubscription_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "PushSubscription_userId_fkey" FOREIGN KEY ("userId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "PushSubscription_sessionId_fkey" FOREIGN KEY ("sessionId")
    REFERENCES "Session" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "PushSubscription_endpointHash_key" ON "PushSubscription" ("endpointHash");
CREATE INDEX "PushSubscription_userId_idx" ON "PushSubscription" ("userId");
CREATE INDEX "PushSubscription_sessionId_idx" ON "PushSubscription" ("sessionId");

-- Jobs ----------------------------------------------------------------------------------------------------------------

CREATE TYPE "JobStatus" AS ENUM ('active', 'paused', 'inactive');
CREATE TYPE "JobType" AS ENUM ('webhook', 'email');
CREATE TYPE "SuccessCriterion" AS ENUM ('status_code', 'body_match', 'body_fail_match');
CREATE TYPE "NotifyFrequency" AS ENUM ('never', 'always', 'on_failure', 'on_success');
CREATE TYPE "Overlap" AS ENUM ('skip', 'queue', 'allow');
CREATE TYPE "CatchUp" AS ENUM ('last', 'none', 'all');
CREATE TYPE "Outcome" AS ENUM ('success', 'failed', 'superseded', 'skipped', 'missed', 'unknown');

-- Tags as one text, each between two separators: an index over arrays would store each array a second time.
CREATE FUNCTION tags_as_text(tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN cardinality(tags) = 0 THEN '' ELSE chr(31) || array_to_string(tags, chr(31)) || chr(31) END
$$;

-- The checks repeat the limits of docs/design/specification.md section 5 and D41a. The form and the API check them
-- first, with a message. The low scale factor of autovacuum is for the list of jobs: an index-only scan reads a page of
-- the table too if it changed since the last vacuum.
CREATE TABLE "Job" (
  "id" SERIAL NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "status" "JobStatus" NOT NULL DEFAULT 'active',
  "type" "JobType" NOT NULL DEFAULT 'webhook',
  "cronExpression" TEXT,
  "timeZone" TEXT NOT NULL DEFAULT 'UTC',
  "webhookUrl" TEXT NOT NULL,
  "targetHost" TEXT NOT NULL,
  "httpMethod" TEXT NOT NULL DEFAULT 'GET',
  "headers" TEXT,
  "auth" TEXT,
  "payload" TEXT,
  "timeoutSeconds" INTEGER NOT NULL DEFAULT 30,
  "retryCount" INTEGER NOT NULL DEFAULT 3,
  "retryDelays" TEXT,
  "successCriterion" "SuccessCriterion" NOT NULL DEFAULT 'status_code',
  "successRegex" TEXT,
  "acceptedStatuses" TEXT,
  "notifyFrequency" "NotifyFrequency" NOT NULL DEFAULT 'on_failure',
  "notificationType" TEXT,
  "notificationConfig" TEXT,
  "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "externalId" TEXT,
  "overlap" "Overlap" NOT NULL DEFAULT 'skip',
  "catchUp" "CatchUp" NOT NULL DEFAULT 'last',
  "isSigned" BOOLEAN NOT NULL DEFAULT false,
  "followRedirects" BOOLEAN NOT NULL DEFAULT false,
  "pausedUntil" TIMESTAMPTZ(3),
  "pauseReason" TEXT,
  "desiredVersion" INTEGER NOT NULL DEFAULT 1,
  "appliedVersion" INTEGER NOT NULL DEFAULT 0,
  "applyFailures" INTEGER NOT NULL DEFAULT 0,
  "applyAfter" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt" TIMESTAMPTZ(3),
  "tagText" TEXT GENERATED ALWAYS AS (tags_as_text("tags")) STORED,
  CONSTRAINT "Job_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Job_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "Job_name_length" CHECK (char_length("name") BETWEEN 1 AND 200),
  CONSTRAINT "Job_description_length" CHECK (char_length("description") <= 2000),
  CONSTRAINT "Job_timeoutSeconds_range" CHECK ("timeoutSeconds" BETWEEN 1 AND 300),
  CONSTRAINT "Job_retryCount_range" CHECK ("retryCount" BETWEEN 0 AND 10),
  CONSTRAINT "Job_successRegex_length" CHECK (char_length("successRegex") <= 256),
  CONSTRAINT "Job_pattern_present" CHECK ("successCriterion" = 'status_code' OR "successRegex" IS NOT NULL),
  CONSTRAINT "Job_tags_count" CHECK (cardinality("tags") <= 10),
  CONSTRAINT "Job_externalId_length" CHECK (char_length("externalId") <= 128),
  CONSTRAINT "Job_httpMethod_known"
    CHECK ("httpMethod" IN ('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS')),
  CONSTRAINT "Job_notificationType_known" CHECK ("notificationType" IN ('slack', 'webhook')),
  CONSTRAINT "Job_versions_order" CHECK ("desiredVersion" >= 1 AND "appliedVersion" BETWEEN 0 AND "desiredVersion"),
  CONSTRAINT "Job_pausedUntil_paused" CHECK ("pausedUntil" IS NULL OR "status" = 'paused')
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE UNIQUE INDEX "Job_externalId_key" ON "Job" ("ownerId", "externalId") WHERE "deletedAt" IS NULL;

-- The list of 10,000 jobs reads indexes only: one for each order, and one (Job_listed) with all columns that narrow it.
CREATE INDEX "Job_listed" ON "Job" ("ownerId", "id") INCLUDE ("name", "status", "type", "tagText")
  WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_status" ON "Job" ("ownerId", "status", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_name" ON "Job" ("ownerId", lower("name"), "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_type" ON "Job" ("ownerId", "type", "id") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_idle" ON "Job" ("ownerId", "id") WHERE "deletedAt" IS NULL AND "status" <> 'active';
CREATE INDEX "Job_pausedUntil" ON "Job" ("ownerId", "pausedUntil", "id")
  WHERE "deletedAt" IS NULL AND "pausedUntil" IS NOT NULL;
-- Finds the jobs with a given tag.
CREATE INDEX "Job_tagged" ON "Job" ("ownerId", "tagText", "id") WHERE "deletedAt" IS NULL AND "tagText" <> '';

-- Without the id, PostgreSQL stores a value that many jobs share once, and a count reads few pages: statuses, tags,
-- and the schedules of the next hour.
CREATE INDEX "Job_counts" ON "Job" ("ownerId", "status") WHERE "deletedAt" IS NULL;
CREATE INDEX "Job_tags" ON "Job" ("ownerId", "tagText") WHERE "deletedAt" IS NULL AND "tagText" <> '';
CREATE INDEX "Job_schedule" ON "Job" ("ownerId", "cronExpression", "timeZone", "pausedUntil")
  WHERE "deletedAt" IS NULL AND "cronExpression" IS NOT NULL AND ("status" = 'active' OR "pausedUntil" IS NOT NULL);

-- The relay's work: deleted jobs, and jobs whose workflow does not know the newest version.
CREATE INDEX "Job_unapplied" ON "Job" ("applyAfter")
  WHERE "appliedVersion" < "desiredVersion" OR "deletedAt" IS NOT NULL;
-- Few rows at any time: the relay removes deleted jobs.
CREATE INDEX "Job_deleted" ON "Job" ("ownerId", "id") WHERE "deletedAt" IS NOT NULL;

-- Wakes the relay, and drops an unclaimed fire from the launch pad (docs/design/engine.md sections 3 and 5).
-- Payload: jobId:version or jobId:deleted.
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

-- Page updates (server/live). Payload: ownerId:jobId,jobId,...
CREATE FUNCTION notify_job_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('job_updated', NEW."ownerId" || ':' || NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "Job_created_updated" AFTER INSERT ON "Job" FOR EACH ROW EXECUTE FUNCTION notify_job_updated();
-- A change of appliedVersion means that the engine has caught up.
CREATE TRIGGER "Job_changed_updated" AFTER UPDATE ON "Job" FOR EACH ROW
  WHEN (OLD."desiredVersion" <> NEW."desiredVersion" OR OLD."appliedVersion" <> NEW."appliedVersion"
    OR OLD."deletedAt" IS DISTINCT FROM NEW."deletedAt")
  EXECUTE FUNCTION notify_job_updated();

-- Every fire updates this row: the fill factor leaves room for the next version on the same page.
CREATE TABLE "JobState" (
  "jobId" INTEGER NOT NULL,
  "nextRunAt" TIMESTAMPTZ(3),
  "lastRunAt" TIMESTAMPTZ(3),
  "lastSuccessAt" TIMESTAMPTZ(3),
  "lastOutcome" "Outcome",
  "lastStatusCode" INTEGER,
  "accountedUntil" TIMESTAMPTZ(3) NOT NULL,
  "failureStreak" INTEGER NOT NULL DEFAULT 0,
  "streakStartedAt" TIMESTAMPTZ(3),
  "goneStreak" INTEGER NOT NULL DEFAULT 0,
  "notifiedAt" TIMESTAMPTZ(3),
  "ownerId" INTEGER NOT NULL,
  CONSTRAINT "JobState_pkey" PRIMARY KEY ("jobId"),
  CONSTRAINT "JobState_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "JobState_failureStreak_range" CHECK ("failureStreak" >= 0)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
-- The list in the order of next runs. Jobs without one have an index of their own: a fire moves a job from one next run
-- to another, and so writes nothing there.
CREATE INDEX "JobState_next" ON "JobState" ("ownerId", "nextRunAt", "jobId") WHERE "nextRunAt" IS NOT NULL;
CREATE INDEX "JobState_resting" ON "JobState" ("ownerId", "jobId") WHERE "nextRunAt" IS NULL;

-- Copies the owner from the job, for the two indexes above.
CREATE FUNCTION set_state_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."ownerId" IS NULL THEN
    NEW."ownerId" := (SELECT "ownerId" FROM "Job" WHERE "id" = NEW."jobId");
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "JobState_owner" BEFORE INSERT ON "JobState" FOR EACH ROW EXECUTE FUNCTION set_state_owner();

CREATE TABLE "JobVersion" (
  "jobId" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changedById" INTEGER,
  "summary" TEXT NOT NULL,
  "status" "JobStatus" NOT NULL,
  "cronExpression" TEXT,
  "timeZone" TEXT NOT NULL,
  "snapshot" TEXT NOT NULL,
  CONSTRAINT "JobVersion_pkey" PRIMARY KEY ("jobId", "version"),
  CONSTRAINT "JobVersion_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "Skip" (
  "jobId" INTEGER NOT NULL,
  "scheduledFor" TIMESTAMPTZ(3) NOT NULL,
  "createdById" INTEGER,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Skip_pkey" PRIMARY KEY ("jobId", "scheduledFor"),
  CONSTRAINT "Skip_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Skip_createdById_scheduledFor_idx" ON "Skip" ("createdById", "scheduledFor");

CREATE TABLE "SkipChange" (
  "id" BIGSERIAL NOT NULL,
  "jobId" INTEGER NOT NULL,
  "scheduledFor" TIMESTAMPTZ(3) NOT NULL,
  "isSkipped" BOOLEAN NOT NULL,
  "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "changedById" INTEGER NOT NULL,
  CONSTRAINT "SkipChange_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "SkipChange_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "SkipChange_jobId_id_idx" ON "SkipChange" ("jobId", "id" DESC);

CREATE TABLE "JobBadge" (
  "jobId" INTEGER NOT NULL,
  "token" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "JobBadge_pkey" PRIMARY KEY ("jobId"),
  CONSTRAINT "JobBadge_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "JobBadge_token_key" ON "JobBadge" ("token");

-- The ledger: executions and attempts ---------------------------------------------------------------------------------

CREATE TYPE "Trigger" AS ENUM ('schedule', 'catch_up', 'manual', 'api', 'replay', 'test');
CREATE TYPE "OutcomeReason" AS ENUM ('overlap', 'owner', 'limit', 'tier', 'outage', 'worker_lost');

-- Its end moves an execution between the partial indexes below, so no update stays on its page: there is no fill factor.
CREATE TABLE "Execution" (
  "id" BIGSERIAL NOT NULL,
  "jobId" INTEGER NOT NULL,
  "trigger" "Trigger" NOT NULL,
  "scheduledFor" TIMESTAMPTZ(3),
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "requestId" UUID,
  "replayOfId" BIGINT,
  "jobVersion" INTEGER NOT NULL,
  "outcome" "Outcome",
  "reason" "OutcomeReason",
  "workerId" UUID,
  "workflowId" TEXT,
  "runId" TEXT,
  "activityId" TEXT,
  "claimedAt" TIMESTAMPTZ(3),
  "startedAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  "latenessMs" INTEGER,
  "durationMs" INTEGER,
  "attemptCount" INTEGER NOT NULL DEFAULT 0,
  "retryAt" TIMESTAMPTZ(3),
  "deadlineAt" TIMESTAMPTZ(3),
  "statusCode" INTEGER,
  "errorCode" TEXT,
  "verdict" TEXT,
  "missedUntil" TIMESTAMPTZ(3),
  "missedCount" INTEGER,
  "variables" TEXT,
  "request" TEXT,
  CONSTRAINT "Execution_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Execution_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Execution_scheduledFor_by_trigger"
    CHECK (("trigger" IN ('schedule', 'catch_up')) = ("scheduledFor" IS NOT NULL)),
  CONSTRAINT "Execution_requestId_by_trigger"
    CHECK (("trigger" IN ('schedule', 'catch_up')) = ("requestId" IS NULL)),
  CONSTRAINT "Execution_ended" CHECK (("outcome" IS NULL) = ("endedAt" IS NULL)),
  CONSTRAINT "Execution_reason_has_outcome" CHECK ("reason" IS NULL OR "outcome" IS NOT NULL),
  CONSTRAINT "Execution_counted" CHECK (
    ("missedUntil" IS NULL) = ("missedCount" IS NULL) AND ("missedCount" IS NULL OR "missedCount" >= 1)
  ),
  CONSTRAINT "Execution_attemptCount_range" CHECK ("attemptCount" BETWEEN 0 AND 11)
);
-- Without the rows that have none: the fires of schedules, nearly all.
CREATE UNIQUE INDEX "Execution_requestId_key" ON "Execution" ("requestId") WHERE "requestId" IS NOT NULL;
-- One row for each scheduled time, whichever trigger handled it.
CREATE UNIQUE INDEX "Execution_ledger_key" ON "Execution" ("jobId", "scheduledFor")
  WHERE "trigger" IN ('schedule', 'catch_up');
-- Queued and running executions: a handful of rows, whatever the age of the ledger.
CREATE INDEX "Execution_open" ON "Execution" ("jobId") WHERE "outcome" IS NULL;
CREATE INDEX "Execution_open_by_worker" ON "Execution" ("workerId") WHERE "outcome" IS NULL;
-- The history of a job, newest first. Test runs are not part of it.
CREATE INDEX "Execution_history" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC) WHERE "trigger" <> 'test';
-- The history by outcomes that are rare in most jobs. Without test runs the index alone counts them. Retention keeps
-- the last failure, however many successes came after it.
CREATE INDEX "Execution_failures" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC)
  WHERE "outcome" IN ('failed', 'superseded', 'unknown') AND "trigger" <> 'test';
CREATE INDEX "Execution_not_run" ON "Execution" ("jobId", "dueAt" DESC, "id" DESC)
  WHERE "outcome" IN ('skipped', 'missed') AND "trigger" <> 'test';
CREATE INDEX "Execution_counted" ON "Execution" ("jobId", "dueAt") WHERE "missedUntil" IS NOT NULL;

CREATE TABLE "Attempt" (
  "executionId" BIGINT NOT NULL,
  "number" INTEGER NOT NULL,
  "workerId" UUID,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "endedAt" TIMESTAMPTZ(3),
  "durationMs" INTEGER,
  "dnsMs" REAL,
  "connectMs" REAL,
  "tlsMs" REAL,
  "waitMs" REAL,
  "downloadMs" REAL,
  "isReused" BOOLEAN,
  "remoteAddress" TEXT,
  "tlsProtocol" TEXT,
  "statusCode" INTEGER,
  "errorCode" TEXT,
  "retryAfterMs" INTEGER,
  "isSigned" BOOLEAN,
  "hops" JSONB,
  CONSTRAINT "Attempt_pkey" PRIMARY KEY ("executionId", "number"),
  CONSTRAINT "Attempt_executionId_fkey" FOREIGN KEY ("executionId")
    REFERENCES "Execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Attempt_number_range" CHECK ("number" BETWEEN 1 AND 11)
);

CREATE TABLE "AttemptBody" (
  "executionId" BIGINT NOT NULL,
  "number" INTEGER NOT NULL,
  "headers" JSONB NOT NULL,
  "body" TEXT NOT NULL,
  "bytes" INTEGER NOT NULL,
  "isTruncated" BOOLEAN NOT NULL DEFAULT false,
  "isBinary" BOOLEAN NOT NULL DEFAULT false,
  "sha256" TEXT,
  CONSTRAINT "AttemptBody_pkey" PRIMARY KEY ("executionId", "number"),
  CONSTRAINT "AttemptBody_executionId_number_fkey" FOREIGN KEY ("executionId", "number")
    REFERENCES "Attempt" ("executionId", "number") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "TestRun" (
  "id" UUID NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "jobId" INTEGER,
  "form" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "workerId" UUID,
  "claimedAt" TIMESTAMPTZ(3),
  "sentAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  "result" TEXT,
  CONSTRAINT "TestRun_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "TestRun_ownerId_fkey" FOREIGN KEY ("ownerId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "TestRun_ownerId_createdAt_idx" ON "TestRun" ("ownerId", "createdAt");
CREATE INDEX "TestRun_createdAt_idx" ON "TestRun" ("createdAt");

-- Engine --------------------------------------------------------------------------------------------------------------

CREATE TABLE "Worker" (
  "id" UUID NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
  "settledAt" TIMESTAMPTZ(3),
  "held" INTEGER NOT NULL DEFAULT 0,
  "claimed" INTEGER NOT NULL DEFAULT 0,
  "queued" INTEGER NOT NULL DEFAULT 0,
  "callsOut" INTEGER NOT NULL DEFAULT 0,
  "residents" INTEGER NOT NULL DEFAULT 0,
  "isLeaving" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Worker_leaseUntil_idx" ON "Worker" ("leaseUntil");

CREATE TABLE "Residency" (
  "jobId" INTEGER NOT NULL,
  "workerId" UUID,
  "runId" TEXT,
  "activityId" TEXT,
  "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Residency_pkey" PRIMARY KEY ("jobId"),
  CONSTRAINT "Residency_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "Residency_workerId_jobId_idx" ON "Residency" ("workerId", "jobId");

CREATE TABLE "Installation" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "epoch" INTEGER NOT NULL DEFAULT 1,
  "restoredAt" TIMESTAMPTZ(3),
  "notice" TEXT,
  "removedSuccess" BIGINT NOT NULL DEFAULT 0,
  "removedFailed" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "Installation_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Installation_single" CHECK ("id" = 1 AND "epoch" >= 1)
);
INSERT INTO "Installation" ("id") VALUES (1);

CREATE TABLE "ZoneData" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "version" TEXT NOT NULL,
  "content" TEXT NOT NULL,
  "adoptedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "replaced" TEXT,
  "pending" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "walkedTo" INTEGER NOT NULL DEFAULT 0,
  "walk" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "ZoneData_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "LostFires" (
  "id" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "fires" INTEGER NOT NULL,
  CONSTRAINT "LostFires_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "LostFires_at_idx" ON "LostFires" ("at");

-- OAuth 2 tokens of jobs, shared by all workers (docs/decisions/052).
CREATE TABLE "AccessToken" (
  "ownerId" INTEGER NOT NULL,
  "clientHash" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "renewAt" TIMESTAMPTZ(3) NOT NULL,
  "endsAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("ownerId", "clientHash"),
  CONSTRAINT "AccessToken_ownerId_fkey" FOREIGN KEY ("ownerId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "AccessToken_endsAt_idx" ON "AccessToken" ("endsAt");

-- Statistics ----------------------------------------------------------------------------------------------------------
-- A list of 10,000 jobs and a history of a million rows read sums that are kept in the transaction of each change, most
-- of them by triggers (docs/decisions/006).

-- The counts of a job's days are part of the key's index: the days of one job lie far apart in the table. The low scale
-- factor is for index-only scans, as in "Job"; the fill factor leaves room for the updates of each execution.
CREATE TABLE "DailyStat" (
  "jobId" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "success" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "superseded" INTEGER NOT NULL DEFAULT 0,
  "skipped" INTEGER NOT NULL DEFAULT 0,
  "skippedByOwner" INTEGER NOT NULL DEFAULT 0,
  "missed" INTEGER NOT NULL DEFAULT 0,
  "unknown" INTEGER NOT NULL DEFAULT 0,
  "durationSumMs" BIGINT NOT NULL DEFAULT 0,
  "latenessSumMs" BIGINT NOT NULL DEFAULT 0,
  "latenessMaxMs" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "DailyStat_pkey" PRIMARY KEY ("jobId", "day")
    INCLUDE ("success", "failed", "superseded", "skipped", "skippedByOwner", "missed", "unknown"),
  CONSTRAINT "DailyStat_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE "QuarterHourStat" (
  "jobId" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "counted" INTEGER NOT NULL,
  "openFrom" SMALLINT NOT NULL,
  "quarters" SMALLINT[],
  "runs" INTEGER[],
  "failures" INTEGER[],
  "late" INTEGER[],
  "latenessSumMs" BIGINT[],
  "latenessMaxMs" INTEGER[],
  "timed" INTEGER[],
  "durationSumMs" BIGINT[],
  CONSTRAINT "QuarterHourStat_pkey" PRIMARY KEY ("jobId", "day"),
  CONSTRAINT "QuarterHourStat_jobId_fkey" FOREIGN KEY ("jobId")
    REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Completed executions (D33) and stored bytes of an account, in one row for each connection: batches do not wait for
-- each other.
CREATE TABLE "OwnerTotal" (
  "ownerId" INTEGER NOT NULL,
  "shard" INTEGER NOT NULL,
  "success" BIGINT NOT NULL DEFAULT 0,
  "failed" BIGINT NOT NULL DEFAULT 0,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "OwnerTotal_pkey" PRIMARY KEY ("ownerId", "shard"),
  CONSTRAINT "OwnerTotal_ownerId_fkey" FOREIGN KEY ("ownerId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 50);

-- Adds to success, and to failed with superseded and unknown. Deleted jobs stay in the sums, also with executions that
-- end after the deletion (D32a). OFFSET 0 keeps the lookup of each job from becoming a scan of all jobs.
CREATE FUNCTION add_to_owner_total() RETURNS trigger LANGUAGE plpgsql AS $$
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
  CROSS JOIN LATERAL (SELECT "ownerId" FROM "Job" WHERE "id" = c."jobId" OFFSET 0) j
  GROUP BY j."ownerId" HAVING sum(c."success") <> 0 OR sum(c."failed") <> 0
  ORDER BY j."ownerId"
  ON CONFLICT ("ownerId", "shard") DO UPDATE SET
    "success" = o."success" + excluded."success", "failed" = o."failed" + excluded."failed";
  RETURN NULL;
END $$;
CREATE TRIGGER "DailyStat_updated" AFTER UPDATE ON "DailyStat"
  REFERENCING NEW TABLE AS new_days OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION change_owner_total();

-- A removed account leaves its sums to the installation. A repair that lowers daily counts lowers the sums too.
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

-- Two hours at most: not worth the write-ahead log, and updated in place.
CREATE UNLOGGED TABLE "OwnerMinute" (
  "ownerId" INTEGER NOT NULL,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "shard" INTEGER NOT NULL,
  "success" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "OwnerMinute_pkey" PRIMARY KEY ("ownerId", "minute", "shard")
) WITH (fillfactor = 70);
CREATE INDEX "OwnerMinute_minute_idx" ON "OwnerMinute" ("minute");

-- Active jobs whose last execution failed, one row for each while the streak lasts.
CREATE TABLE "FailingJob" (
  "jobId" INTEGER NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "since" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "FailingJob_pkey" PRIMARY KEY ("jobId"),
  CONSTRAINT "FailingJob_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "FailingJob_ownerId_since_jobId_idx" ON "FailingJob" ("ownerId", "since", "jobId");

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

CREATE TYPE "LastResult" AS ENUM ('success', 'failed', 'never');

-- The list by last result, with no write for a fire whose result is that of the previous one. The scale factor is for
-- index-only scans, as in "Job".
CREATE TABLE "JobResult" (
  "jobId" INTEGER NOT NULL,
  "ownerId" INTEGER NOT NULL,
  "result" "LastResult" NOT NULL,
  CONSTRAINT "JobResult_pkey" PRIMARY KEY ("jobId"),
  CONSTRAINT "JobResult_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX "JobResult_ownerId_result_jobId_idx" ON "JobResult" ("ownerId", "result", "jobId");
-- Jobs of all accounts that failed last, for admins. Like the index by owner it is written only if a result changes.
CREATE INDEX "JobResult_failed" ON "JobResult" ("jobId") WHERE "result" = 'failed';

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

-- A deleted job has no row, so an execution that ends after the deletion updates nothing.
CREATE FUNCTION follow_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "JobResult" SET "result" = last_result(NEW."lastOutcome")
  WHERE "jobId" = NEW."jobId" AND "result" <> last_result(NEW."lastOutcome");
  RETURN NULL;
END $$;
CREATE TRIGGER "JobState_changed_result" AFTER UPDATE ON "JobState" FOR EACH ROW
  WHEN (OLD."lastOutcome" IS DISTINCT FROM NEW."lastOutcome") EXECUTE FUNCTION follow_result();

-- Follows changes of status and deletions: a paused job no longer fails; a deleted job and its versions occupy nothing.
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
  -- The writer of a streak holds this row: it finds the job changed, or its streak is seen here.
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
CREATE TRIGGER "Job_followed" AFTER UPDATE ON "Job" REFERENCING NEW TABLE AS new_jobs OLD TABLE AS old_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION follow_job_change();

-- Bytes that a job's row occupies, for the storage limit (docs/decisions/028). PostgreSQL knows the length of a text
-- that is stored outside its row without reading the text.
CREATE FUNCTION stored_bytes(
  name text, description text, url text, headers text, payload text, channel text, pattern text, tags text,
  auth text, retry_delays text
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (octet_length(name) + octet_length(description) + octet_length(url) + coalesce(octet_length(headers), 0)
    + coalesce(octet_length(payload), 0) + coalesce(octet_length(channel), 0) + coalesce(octet_length(pattern), 0)
    + coalesce(octet_length(tags), 0) + coalesce(octet_length(auth), 0)
    + coalesce(octet_length(retry_delays), 0))::bigint
$$;

CREATE FUNCTION count_new_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "OwnerTotal" AS o ("ownerId", "shard", "bytes")
  SELECT "ownerId", pg_backend_pid() & 63, sum(stored_bytes("name", "description", "webhookUrl", "headers",
    "payload", "notificationConfig", "successRegex", "tagText", "auth", "retryDelays"))
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
  -- A deletion of the job subtracts all its versions: either it waits here, or this finds the job deleted.
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

-- The public status page.
CREATE TABLE "ServiceDay" (
  "day" DATE NOT NULL,
  "fires" INTEGER NOT NULL DEFAULT 0,
  "missed" INTEGER NOT NULL DEFAULT 0,
  "unknown" INTEGER NOT NULL DEFAULT 0,
  "limited" INTEGER NOT NULL DEFAULT 0,
  "latenessP50Ms" INTEGER,
  "latenessP99Ms" INTEGER,
  CONSTRAINT "ServiceDay_pkey" PRIMARY KEY ("day")
);

CREATE TABLE "ServiceLateness" (
  "day" DATE NOT NULL,
  "upToMs" INTEGER NOT NULL,
  "fires" INTEGER NOT NULL,
  CONSTRAINT "ServiceLateness_pkey" PRIMARY KEY ("day", "upToMs")
);

-- Notifications and mail ----------------------------------------------------------------------------------------------

CREATE TYPE "NotificationState" AS ENUM ('pending', 'sent', 'failed');

CREATE TABLE "Notification" (
  "id" BIGSERIAL NOT NULL,
  "jobId" INTEGER NOT NULL,
  "executionId" BIGINT NOT NULL,
  "rule" TEXT NOT NULL,
  "channel" TEXT NOT NULL,
  "channelKey" TEXT NOT NULL,
  "config" TEXT NOT NULL,
  "streak" INTEGER NOT NULL DEFAULT 0,
  "streakStartedAt" TIMESTAMPTZ(3),
  "state" "NotificationState" NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "enqueuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMPTZ(3),
  "errorCode" TEXT,
  "statusCode" INTEGER,
  "response" TEXT,
  CONSTRAINT "Notification_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "Notification_jobId_fkey" FOREIGN KEY ("jobId")
    REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Notification_executionId_fkey" FOREIGN KEY ("executionId")
    REFERENCES "Execution" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "Notification_channel_known" CHECK ("channel" IN ('slack', 'webhook', 'email', 'push')),
  CONSTRAINT "Notification_ended" CHECK (("state" = 'pending') = ("endedAt" IS NULL))
);
CREATE INDEX "Notification_jobId_enqueuedAt_idx" ON "Notification" ("jobId", "enqueuedAt" DESC);
CREATE UNIQUE INDEX "Notification_executionId_rule_key" ON "Notification" ("executionId", "rule");
CREATE INDEX "Notification_pending" ON "Notification" ("nextAt") WHERE "state" = 'pending';
-- A digest collects what waits for its destination.
CREATE INDEX "Notification_pending_by_channel" ON "Notification" ("channelKey", "nextAt") WHERE "state" = 'pending';

CREATE TABLE "NotificationChannel" (
  "key" TEXT NOT NULL,
  "windowAt" TIMESTAMPTZ(3) NOT NULL,
  "sentInWindow" INTEGER NOT NULL,
  "freeAt" TIMESTAMPTZ(3) NOT NULL,
  "isOverflowing" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "NotificationChannel_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 80);

CREATE TABLE "MailRecipient" (
  "id" SERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "addressHash" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "tokenHash" TEXT,
  "tokenExpiresAt" TIMESTAMPTZ(3),
  "confirmedAt" TIMESTAMPTZ(3),
  "stoppedAt" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "MailRecipient_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "MailRecipient_userId_fkey" FOREIGN KEY ("userId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "MailRecipient_tokenHash_key" ON "MailRecipient" ("tokenHash");
CREATE UNIQUE INDEX "MailRecipient_userId_addressHash_key" ON "MailRecipient" ("userId", "addressHash");

CREATE TABLE "MailSent" (
  "id" BIGSERIAL NOT NULL,
  "addressHash" TEXT NOT NULL,
  "sentAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "MailSent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "MailSent_addressHash_sentAt_idx" ON "MailSent" ("addressHash", "sentAt");
CREATE INDEX "MailSent_sentAt_idx" ON "MailSent" ("sentAt");

CREATE TABLE "AccountMail" (
  "id" BIGSERIAL NOT NULL,
  "userId" INTEGER NOT NULL,
  "kind" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "jobIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "state" "NotificationState" NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "enqueuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMPTZ(3),
  "errorCode" TEXT,
  CONSTRAINT "AccountMail_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "AccountMail_userId_fkey" FOREIGN KEY ("userId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "AccountMail_kind_known"
    CHECK ("kind" IN ('welcome', 'trial_ending', 'payment_failed', 'jobs_paused', 'weekly_summary')),
  CONSTRAINT "AccountMail_ended" CHECK (("state" = 'pending') = ("endedAt" IS NULL))
);
CREATE UNIQUE INDEX "AccountMail_userId_kind_key_key" ON "AccountMail" ("userId", "kind", "key");
-- Due mails, among ever more that have been sent.
CREATE INDEX "AccountMail_pending" ON "AccountMail" ("nextAt") WHERE "state" = 'pending';

-- Billing -------------------------------------------------------------------------------------------------------------

CREATE TABLE "Subscription" (
  "userId" INTEGER NOT NULL,
  "stripeCustomerId" TEXT,
  "stripeSubscriptionId" TEXT,
  "status" TEXT NOT NULL,
  "tier" "Tier" NOT NULL DEFAULT 'free',
  "currentPeriodStart" TIMESTAMPTZ(3),
  "currentPeriodEnd" TIMESTAMPTZ(3),
  "cancelAtPeriodEnd" BOOLEAN NOT NULL DEFAULT false,
  "trialStartedAt" TIMESTAMPTZ(3),
  "trialEndsAt" TIMESTAMPTZ(3),
  "firstPaidAt" TIMESTAMPTZ(3),
  "nextPaymentAt" TIMESTAMPTZ(3),
  "refundedAt" TIMESTAMPTZ(3),
  "keptJobIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "fetchedAt" TIMESTAMPTZ(3),
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Subscription_pkey" PRIMARY KEY ("userId"),
  CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId")
    REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "Subscription_stripeCustomerId_key" ON "Subscription" ("stripeCustomerId");
CREATE UNIQUE INDEX "Subscription_stripeSubscriptionId_key" ON "Subscription" ("stripeSubscriptionId");

CREATE TABLE "PaymentEvent" (
  "id" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "PaymentEvent_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OfferUse" (
  "personHash" TEXT NOT NULL,
  "trialStartedAt" TIMESTAMPTZ(3),
  "refundedAt" TIMESTAMPTZ(3),
  "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "OfferUse_pkey" PRIMARY KEY ("personHash")
);
CREATE INDEX "OfferUse_usedAt_idx" ON "OfferUse" ("usedAt");

-- Limits, repeated requests and the security log ----------------------------------------------------------------------

-- Counts of minutes and hours: not worth the write-ahead log, and updated in place.
CREATE UNLOGGED TABLE "RateLimit" (
  "key" VARCHAR(255) NOT NULL,
  "points" INTEGER NOT NULL DEFAULT 0,
  "expire" BIGINT,
  CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
) WITH (fillfactor = 70);
CREATE INDEX "RateLimit_expire_idx" ON "RateLimit" ("expire");

-- The limits keep a row small: ids and counts of a response, never the response (docs/decisions/028).
CREATE TABLE "IdempotencyKey" (
  "userId" INTEGER NOT NULL,
  "key" TEXT NOT NULL,
  "requestHash" TEXT NOT NULL,
  "status" INTEGER,
  "effect" TEXT,
  "number" BIGINT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("userId", "key"),
  CONSTRAINT "IdempotencyKey_bounded"
    CHECK (octet_length("key") <= 255 AND octet_length("requestHash") <= 64 AND octet_length("effect") <= 512)
);
CREATE INDEX "IdempotencyKey_userId_number_idx" ON "IdempotencyKey" ("userId", "number");
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey" ("expiresAt");

CREATE TYPE "SecurityEventType" AS ENUM ('INFO', 'WARNING', 'ERROR', 'AUTH_FAILURE', 'RATE_LIMIT', 'SUSPICIOUS');

CREATE TABLE "SecurityEvent" (
  "id" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "type" "SecurityEventType" NOT NULL,
  "code" TEXT NOT NULL,
  "message" TEXT NOT NULL,
  "path" TEXT NOT NULL DEFAULT '',
  "actorId" INTEGER,
  "subjectId" INTEGER,
  "requestId" TEXT,
  "ip" TEXT,
  "userAgent" TEXT,
  "count" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "SecurityEvent_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SecurityEvent_at_id_idx" ON "SecurityEvent" ("at" DESC, "id" DESC);
CREATE INDEX "SecurityEvent_type_at_idx" ON "SecurityEvent" ("type", "at" DESC);
-- An export of an account reads the account's entries only.
CREATE INDEX "SecurityEvent_actor" ON "SecurityEvent" ("actorId", "id") WHERE "actorId" IS NOT NULL;

-- The security log is append only. Retention sets punctual.prune in its own transaction.
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

-- Maintenance ---------------------------------------------------------------------------------------------------------

CREATE TABLE "MaintenanceTask" (
  "name" TEXT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "endedAt" TIMESTAMPTZ(3),
  "affected" INTEGER NOT NULL DEFAULT 0,
  "error" TEXT,
  "walk" TEXT,
  CONSTRAINT "MaintenanceTask_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "DataKey" (
  "id" TEXT NOT NULL,
  "firstUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DataKey_pkey" PRIMARY KEY ("id")
);
