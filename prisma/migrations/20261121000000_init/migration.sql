-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('user', 'admin');

-- CreateEnum
CREATE TYPE "Tier" AS ENUM ('free', 'premium', 'ultimate');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('active', 'paused', 'inactive');

-- CreateEnum
CREATE TYPE "JobType" AS ENUM ('webhook', 'email');

-- CreateEnum
CREATE TYPE "SuccessCriterion" AS ENUM ('status_code', 'body_match', 'body_fail_match');

-- CreateEnum
CREATE TYPE "NotifyFrequency" AS ENUM ('never', 'always', 'on_failure', 'on_success');

-- CreateEnum
CREATE TYPE "Overlap" AS ENUM ('skip', 'queue', 'allow');

-- CreateEnum
CREATE TYPE "CatchUp" AS ENUM ('last', 'none', 'all');

-- CreateEnum
CREATE TYPE "Trigger" AS ENUM ('schedule', 'catch_up', 'manual', 'api', 'replay', 'test');

-- CreateEnum
CREATE TYPE "Outcome" AS ENUM ('success', 'failed', 'superseded', 'skipped', 'missed', 'unknown');

-- CreateEnum
CREATE TYPE "OutcomeReason" AS ENUM ('overlap', 'owner', 'limit', 'tier', 'outage', 'worker_lost');

-- CreateEnum
CREATE TYPE "NotificationState" AS ENUM ('pending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "KeyScope" AS ENUM ('read', 'write');

-- CreateEnum
CREATE TYPE "SecurityEventType" AS ENUM ('INFO', 'WARNING', 'ERROR', 'AUTH_FAILURE', 'RATE_LIMIT', 'SUSPICIOUS');

-- CreateTable
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
    "defaultNotificationType" TEXT,
    "defaultNotificationConfig" TEXT,
    "signingSecret" TEXT,
    "previousSigningSecret" TEXT,
    "signingRotatedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeToken" (
    "hash" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "sessionId" INTEGER,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OneTimeToken_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
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
    "payload" TEXT,
    "timeoutSeconds" INTEGER NOT NULL DEFAULT 30,
    "retryCount" INTEGER NOT NULL DEFAULT 3,
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
    "pausedUntil" TIMESTAMPTZ(3),
    "pauseReason" TEXT,
    "desiredVersion" INTEGER NOT NULL DEFAULT 1,
    "appliedVersion" INTEGER NOT NULL DEFAULT 0,
    "applyFailures" INTEGER NOT NULL DEFAULT 0,
    "applyAfter" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "JobState_pkey" PRIMARY KEY ("jobId")
);

-- CreateTable
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

    CONSTRAINT "JobVersion_pkey" PRIMARY KEY ("jobId","version")
);

-- CreateTable
CREATE TABLE "Skip" (
    "jobId" INTEGER NOT NULL,
    "scheduledFor" TIMESTAMPTZ(3) NOT NULL,
    "createdById" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Skip_pkey" PRIMARY KEY ("jobId","scheduledFor")
);

-- CreateTable
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

    CONSTRAINT "Execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("executionId","number")
);

-- CreateTable
CREATE TABLE "AttemptBody" (
    "executionId" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "isTruncated" BOOLEAN NOT NULL DEFAULT false,
    "isBinary" BOOLEAN NOT NULL DEFAULT false,
    "sha256" TEXT,

    CONSTRAINT "AttemptBody_pkey" PRIMARY KEY ("executionId","number")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" INTEGER NOT NULL DEFAULT 1,
    "restoredAt" TIMESTAMPTZ(3),

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DailyStat" (
    "jobId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "success" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "superseded" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "missed" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,
    "durationSumMs" BIGINT NOT NULL DEFAULT 0,
    "latenessSumMs" BIGINT NOT NULL DEFAULT 0,
    "latenessMaxMs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "DailyStat_pkey" PRIMARY KEY ("jobId","day")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" BIGSERIAL NOT NULL,
    "jobId" INTEGER NOT NULL,
    "executionId" BIGINT NOT NULL,
    "rule" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "config" TEXT NOT NULL,
    "state" "NotificationState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "enqueuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "nextAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "errorCode" TEXT,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Secret" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "fetchedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "PaymentEvent" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PaymentEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "userId" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("userId","key")
);

-- CreateIndex
CREATE INDEX "User_email_idx" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "User_issuer_subject_key" ON "User"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "OneTimeToken_expiresAt_idx" ON "OneTimeToken"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Execution_requestId_key" ON "Execution"("requestId");

-- CreateIndex
CREATE INDEX "Worker_leaseUntil_idx" ON "Worker"("leaseUntil");

-- CreateIndex
CREATE INDEX "Notification_jobId_owedAt_idx" ON "Notification"("jobId", "enqueuedAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Notification_executionId_rule_key" ON "Notification"("executionId", "rule");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_userId_idx" ON "ApiKey"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Secret_userId_name_key" ON "Secret"("userId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_stripeCustomerId_key" ON "Subscription"("stripeCustomerId");

-- CreateIndex
CREATE UNIQUE INDEX "Subscription_stripeSubscriptionId_key" ON "Subscription"("stripeSubscriptionId");

-- CreateIndex
CREATE INDEX "SecurityEvent_at_id_idx" ON "SecurityEvent"("at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "SecurityEvent_type_at_idx" ON "SecurityEvent"("type", "at" DESC);

-- CreateIndex
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey"("expiresAt");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobState" ADD CONSTRAINT "JobState_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobVersion" ADD CONSTRAINT "JobVersion_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Skip" ADD CONSTRAINT "Skip_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Execution" ADD CONSTRAINT "Execution_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_executionId_fkey" FOREIGN KEY ("executionId") REFERENCES "Execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AttemptBody" ADD CONSTRAINT "AttemptBody_executionId_number_fkey" FOREIGN KEY ("executionId", "number") REFERENCES "Attempt"("executionId", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DailyStat" ADD CONSTRAINT "DailyStat_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_executionId_fkey" FOREIGN KEY ("executionId") REFERENCES "Execution"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subscription" ADD CONSTRAINT "Subscription_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
