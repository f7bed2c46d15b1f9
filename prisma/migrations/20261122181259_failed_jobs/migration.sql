-- Jobs that failed last, over all owners: what an admin looks at. Beside the index by owner it costs a change of result only.
-- Alone in its file: results wait while it builds, some 100 ms for 100,000 jobs. CONCURRENTLY would wait for a second
-- migrate, which waits for this one.
CREATE INDEX "JobResult_failed" ON "JobResult" ("jobId") WHERE "result" = 'failed';
