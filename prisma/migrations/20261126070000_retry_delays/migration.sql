-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "retryDelays" TEXT;
