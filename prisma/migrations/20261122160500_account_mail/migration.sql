-- AlterTable
ALTER TABLE "User" ADD COLUMN     "hasPauseMails" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
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

    CONSTRAINT "AccountMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AccountMail_userId_kind_key_key" ON "AccountMail"("userId", "kind", "key");

-- AddForeignKey
ALTER TABLE "AccountMail" ADD CONSTRAINT "AccountMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Whoever sends looks for what is due, among ever more that has been sent.
CREATE INDEX "AccountMail_pending" ON "AccountMail" ("nextAt") WHERE "state" = 'pending';
ALTER TABLE "AccountMail"
  ADD CONSTRAINT "AccountMail_kind_known"
    CHECK ("kind" IN ('welcome', 'trial_ending', 'payment_failed', 'jobs_paused', 'weekly_summary')),
  ADD CONSTRAINT "AccountMail_ended" CHECK (("state" = 'pending') = ("endedAt" IS NULL));
