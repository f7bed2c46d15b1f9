-- AlterTable
ALTER TABLE "Notification" ADD COLUMN     "response" TEXT;
