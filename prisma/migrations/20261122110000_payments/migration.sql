-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "nextPaymentAt" TIMESTAMPTZ(3),
ADD COLUMN     "refundedAt" TIMESTAMPTZ(3);

