-- CreateTable
CREATE TABLE "ZoneData" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "version" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "adoptedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "replaced" TEXT,
    "pending" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "walkedTo" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ZoneData_pkey" PRIMARY KEY ("id")
);
