-- Alone: while it is locked no worker renews its lease.
ALTER TABLE "Worker" ADD COLUMN     "callsOut" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "claimed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "held" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "queued" INTEGER NOT NULL DEFAULT 0;
