-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "isSigned" BOOLEAN;
