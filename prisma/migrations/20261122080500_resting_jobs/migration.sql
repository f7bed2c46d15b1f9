-- Jobs without a next run: a fire moves a job from one next run to another and so writes nothing here.
CREATE INDEX "JobState_resting" ON "JobState" ("ownerId", "jobId") WHERE "nextRunAt" IS NULL;
