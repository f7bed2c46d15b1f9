-- AlterTable
ALTER TABLE "Installation" ADD COLUMN     "notice" TEXT;
