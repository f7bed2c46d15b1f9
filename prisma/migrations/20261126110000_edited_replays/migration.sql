-- AlterTable
ALTER TABLE "Execution" ADD COLUMN     "request" TEXT;
