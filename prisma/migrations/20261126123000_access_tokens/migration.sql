-- CreateTable
CREATE TABLE "AccessToken" (
    "ownerId" INTEGER NOT NULL,
    "clientHash" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "renewAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("ownerId","clientHash")
);

-- CreateIndex
CREATE INDEX "AccessToken_endsAt_idx" ON "AccessToken"("endsAt");

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
