-- AlterTable
ALTER TABLE "User" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- Housekeeping looks for the few accounts that were deleted.
CREATE INDEX "User_deleted" ON "User" ("id") WHERE "deletedAt" IS NOT NULL;

-- Whoever exports an account reads its entries alone.
CREATE INDEX "SecurityEvent_actor" ON "SecurityEvent" ("actorId", "id") WHERE "actorId" IS NOT NULL;
