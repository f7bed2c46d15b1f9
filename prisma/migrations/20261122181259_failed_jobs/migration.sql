-- Jobs that failed last, over all owners: what an admin looks at. Beside the index by owner it costs a change of result only.
-- Alone in its file, which so is no transaction: results go on being written while it builds.
CREATE INDEX CONCURRENTLY "JobResult_failed" ON "JobResult" ("jobId") WHERE "result" = 'failed';
