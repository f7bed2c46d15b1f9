-- Enqueues events to the subscriptions of their accounts, in the order given. Events that no subscription chose are not stored.
CREATE FUNCTION enqueue_events(owner_ids INT[], types TEXT[], job_ids INT[], instants TIMESTAMPTZ[], contents JSON[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  enqueued INT;
BEGIN
  -- The update of a stream changes nothing, but waits for the worker that may be about to remove it.
  WITH given AS (
    SELECT * FROM unnest(owner_ids, types, job_ids, instants, contents) WITH ORDINALITY
      AS t("ownerId", "type", "jobId", "at", "data", "position")
  ), made AS (
    INSERT INTO "Event" ("ownerId", "type", "jobId", "at", "data")
    SELECT g."ownerId", g."type", g."jobId", g."at", g."data"
    FROM given g JOIN "User" u ON u."id" = g."ownerId" AND u."tier" = 'ultimate' AND u."deletedAt" IS NULL
    WHERE EXISTS (
      SELECT FROM "EventSubscription" s
      WHERE s."ownerId" = g."ownerId" AND s."deletedAt" IS NULL AND g."type" = ANY(s."types"))
    ORDER BY g."position"
    RETURNING "id", "ownerId", "type", "jobId"
  ), pending AS (
    INSERT INTO "EventDelivery" ("subscriptionId", "eventId", "jobId", "lane")
    SELECT s."id", m."id", m."jobId", 0
    FROM made m JOIN "EventSubscription" s ON s."ownerId" = m."ownerId"
    WHERE s."deletedAt" IS NULL AND s."disabledAt" IS NULL AND m."type" = ANY(s."types")
    ORDER BY m."id"
    RETURNING "subscriptionId", "jobId"
  ), streams AS (
    INSERT INTO "EventStream" ("subscriptionId", "lane", "jobId")
    SELECT DISTINCT "subscriptionId", 0, "jobId" FROM pending ORDER BY 1, 3
    ON CONFLICT ("subscriptionId", "lane", "jobId") DO UPDATE SET "nextAt" = "EventStream"."nextAt"
    RETURNING 1
  )
  SELECT count(*) INTO enqueued FROM streams;
  IF enqueued > 0 THEN PERFORM pg_notify('event_enqueued', ''); END IF;
END $$;

CREATE FUNCTION iso_instant(instant TIMESTAMPTZ) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The incident of a job that no longer runs is closed with an event, whoever pauses or deletes the job. The data has the shape
-- of server/event-subscriptions/incident-events.
CREATE OR REPLACE FUNCTION close_incident() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed "Incident";
BEGIN
  UPDATE "Incident" i SET
    "closedAt" = clock_timestamp(),
    "closeReason" = CASE WHEN NEW."deletedAt" IS NULL THEN 'paused' ELSE 'deleted' END,
    "failures" = greatest(i."failures", (SELECT s."failureStreak" FROM "JobState" s WHERE s."jobId" = NEW."id")),
    "snoozedUntil" = NULL,
    "flappingUntil" = NULL
  WHERE i."jobId" = NEW."id" AND i."closedAt" IS NULL
  RETURNING i.* INTO closed;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM enqueue_events(ARRAY[NEW."ownerId"], ARRAY['incident.closed'], ARRAY[NEW."id"],
    ARRAY[closed."closedAt"::timestamptz],
    ARRAY[json_build_object(
      'job', json_build_object('id', NEW."id", 'name', NEW."name", 'external_id', NEW."externalId", 'tags', NEW."tags"),
      'incident', json_build_object('id', closed."id", 'job_id', NEW."id", 'opened_at', iso_instant(closed."openedAt"),
        'closed_at', iso_instant(closed."closedAt"), 'close_reason', closed."closeReason",
        'failures', closed."failures"))]);
  RETURN NULL;
END $$;
