-- CreateTable
CREATE TABLE "ChannelStreak" (
    "jobId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "streakStartedAt" TIMESTAMPTZ(3) NOT NULL,
    "notifiedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ChannelStreak_pkey" PRIMARY KEY ("jobId","channelId")
);

-- CreateIndex
CREATE INDEX "ChannelStreak_channelId_idx" ON "ChannelStreak"("channelId");

-- AddForeignKey
ALTER TABLE "ChannelStreak" ADD CONSTRAINT "ChannelStreak_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChannelStreak" ADD CONSTRAINT "ChannelStreak_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
