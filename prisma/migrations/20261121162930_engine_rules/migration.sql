-- AlterTable
ALTER TABLE "JobState" ADD COLUMN     "notifiedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "TestRun" (
    "id" UUID NOT NULL,
    "ownerId" INTEGER NOT NULL,
    "jobId" INTEGER,
    "form" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "workerId" UUID,
    "claimedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "result" TEXT,

    CONSTRAINT "TestRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "MailRecipient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailSent" (
    "id" BIGSERIAL NOT NULL,
    "addressHash" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MailSent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MaintenanceTask" (
    "name" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "affected" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "MaintenanceTask_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "TestRun_ownerId_createdAt_idx" ON "TestRun"("ownerId", "createdAt");

-- CreateIndex
CREATE INDEX "TestRun_createdAt_idx" ON "TestRun"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "MailRecipient_tokenHash_key" ON "MailRecipient"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "MailRecipient_userId_addressHash_key" ON "MailRecipient"("userId", "addressHash");

-- CreateIndex
CREATE INDEX "MailSent_addressHash_sentAt_idx" ON "MailSent"("addressHash", "sentAt");

-- CreateIndex
CREATE INDEX "MailSent_sentAt_idx" ON "MailSent"("sentAt");

-- AddForeignKey
ALTER TABLE "TestRun" ADD CONSTRAINT "TestRun_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailRecipient" ADD CONSTRAINT "MailRecipient_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
