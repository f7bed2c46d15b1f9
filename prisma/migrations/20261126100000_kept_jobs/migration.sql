-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "keptJobIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
