-- CreateTable
CREATE TABLE "ServiceDay" (
    "day" DATE NOT NULL,
    "fires" INTEGER NOT NULL DEFAULT 0,
    "missed" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,
    "limited" INTEGER NOT NULL DEFAULT 0,
    "latenessP50Ms" INTEGER,
    "latenessP99Ms" INTEGER,

    CONSTRAINT "ServiceDay_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "ServiceLateness" (
    "day" DATE NOT NULL,
    "upToMs" INTEGER NOT NULL,
    "fires" INTEGER NOT NULL,

    CONSTRAINT "ServiceLateness_pkey" PRIMARY KEY ("day","upToMs")
);

-- CreateTable
CREATE TABLE "JobBadge" (
    "jobId" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JobBadge_pkey" PRIMARY KEY ("jobId")
);

-- CreateIndex
CREATE UNIQUE INDEX "JobBadge_token_key" ON "JobBadge"("token");

-- AddForeignKey
ALTER TABLE "JobBadge" ADD CONSTRAINT "JobBadge_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
