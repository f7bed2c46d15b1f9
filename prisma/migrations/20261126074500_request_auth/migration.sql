-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "auth" TEXT;
