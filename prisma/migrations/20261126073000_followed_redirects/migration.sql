-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "hops" JSONB;

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "followRedirects" BOOLEAN NOT NULL DEFAULT false;
