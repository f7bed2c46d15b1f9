-- CreateTable
CREATE TABLE "LostFires" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fires" INTEGER NOT NULL,

    CONSTRAINT "LostFires_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LostFires_at_idx" ON "LostFires"("at");
