-- AlterTable
ALTER TABLE "TestRun" ADD COLUMN     "sentAt" TIMESTAMPTZ(3);

