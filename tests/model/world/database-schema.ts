import type pg from 'pg';

const tables = `
  create schema model;
  create sequence model.ms minvalue 0;
  -- Found before pg_catalog's own: the database's clock is the history's.
  create function model.clock_timestamp() returns timestamptz language sql stable
    as $$ select to_timestamp(last_value / 1000.0) from model.ms $$;
  create function model.now() returns timestamptz language sql stable
    as $$ select to_timestamp(last_value / 1000.0) from model.ms $$;

  -- What users asked for and what the ledger said, by witnesses that no code of the product writes to.
  create table model.change ("seq" bigserial, "at" bigint, "jobId" int, "version" int, "status" text,
    "pausedUntil" timestamptz, "cron" text, "timeZone" text, "overlap" text, "catchUp" text, "retryCount" int,
    "timeoutSeconds" int, "isDeleted" bool);
  create table model.ended ("seq" bigserial, "at" bigint, "executionId" bigint, "jobId" int, "was" text, "is" text,
    "tx" xid8);
  create table model.attempt ("seq" bigserial, "at" bigint, "executionId" bigint, "number" int, "workerId" uuid);
  create table model.skip ("at" bigint, "jobId" int, "scheduledFor" bigint);
  create table model.violation ("text" text);
  create table model.lease ("seq" bigserial, "at" bigint, "workerId" uuid, "until" bigint, "isSettled" bool);
  create table model.applied ("at" bigint, "jobId" int, "version" int);

  create function model.note_change() returns trigger language plpgsql as $$ begin
    insert into model.change ("at", "jobId", "version", "status", "pausedUntil", "cron", "timeZone", "overlap",
      "catchUp", "retryCount", "timeoutSeconds", "isDeleted")
    select last_value, new."id", new."desiredVersion", new."status", new."pausedUntil", new."cronExpression",
      new."timeZone", new."overlap", new."catchUp", new."retryCount", new."timeoutSeconds",
      new."deletedAt" is not null from model.ms;
    return null; end $$;
  create function model.note_end_of_pause() returns trigger language plpgsql as $$ begin
    insert into model.ended ("at", "jobId", "is", "tx")
    select last_value, new."id", 'pause', pg_current_xact_id() from model.ms;
    return null; end $$;
  create trigger model_job_resumed after update on public."Job" for each row
    when (old."pauseReason" is not null and new."pauseReason" is null) execute function model.note_end_of_pause();
  create trigger model_job_made after insert on public."Job" for each row execute function model.note_change();
  create trigger model_job_changed after update on public."Job" for each row
    when (old."desiredVersion" <> new."desiredVersion" or old."deletedAt" is distinct from new."deletedAt")
    execute function model.note_change();

  create function model.note_end() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old."outcome" is not null then
      insert into model.violation values ('Execution ' || new."id" || ' had ended ' || old."outcome" || ' and became '
        || coalesce(new."outcome"::text, 'open'));
    end if;
    insert into model.ended ("at", "executionId", "jobId", "was", "is", "tx")
    select last_value, new."id", new."jobId", case when tg_op = 'UPDATE' then old."outcome"::text end, new."outcome",
      pg_current_xact_id() from model.ms;
    return null; end $$;
  create trigger model_ended after update on public."Execution" for each row
    when (old."outcome" is distinct from new."outcome") execute function model.note_end();
  create trigger model_made_ended after insert on public."Execution" for each row
    when (new."outcome" is not null) execute function model.note_end();

  create function model.note_skip() returns trigger language plpgsql as $$ begin
    insert into model.skip select last_value, new."jobId", extract(epoch from new."scheduledFor") * 1000 from model.ms;
    return null; end $$;
  create trigger model_skipped after insert on public."Skip" for each row execute function model.note_skip();

  create function model.note_move() returns trigger language plpgsql as $$ begin
    insert into model.violation values ('The next attempt of execution ' || new."id" || ' was moved from '
      || old."retryAt" || ' to ' || new."retryAt");
    return null; end $$;
  create trigger model_moved after update on public."Execution" for each row
    when (old."retryAt" <> new."retryAt") execute function model.note_move();

  create function model.note_lease() returns trigger language plpgsql as $$ begin
    insert into model.lease ("at", "workerId", "until", "isSettled")
    select last_value, new."id", extract(epoch from new."leaseUntil") * 1000, new."settledAt" is not null from model.ms;
    return null; end $$;
  create trigger model_leased after insert or update on public."Worker" for each row
    execute function model.note_lease();

  create function model.note_applied() returns trigger language plpgsql as $$ begin
    insert into model.applied select last_value, new."id", new."appliedVersion" from model.ms;
    return null; end $$;
  create trigger model_applied after update on public."Job" for each row
    when (new."appliedVersion" > old."appliedVersion") execute function model.note_applied();

  create function model.note_attempt() returns trigger language plpgsql as $$ begin
    insert into model.attempt ("at", "executionId", "number", "workerId")
    select last_value, new."executionId", new."number", new."workerId" from model.ms;
    return null; end $$;
  create trigger model_attempted after insert on public."Attempt" for each row execute function model.note_attempt();
`;

/** Adds the histories' clock and the witness triggers to a database. */
export async function prepareDatabase({ client, name }: { client: pg.Client; name: string }): Promise<void> {
  await client.query(tables);
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_default = 'CURRENT_TIMESTAMP'`,
  );
  for (const { table, column } of rows)
    await client.query(
      `alter table public."${table}" alter column "${column}" set default model.clock_timestamp()`,
    );
  // It would run in real time, and rows without an order would change positions.
  const { rows: own } = await client.query<{ table: string }>(
    `select tablename as "table" from pg_tables where schemaname = 'public'`,
  );
  for (const { table } of own)
    await client.query(`alter table public."${table}" set (autovacuum_enabled = false)`);
  await client.query(`alter database "${name}" set search_path = model, pg_catalog, public`);
}

/**
 * Takes away what the last history left. The ids of each seed are its own: leads hang on them, and the memory of a
 * process knows executions and versions by them.
 */
export async function emptyDatabase({ client, seed }: { client: pg.Client; seed: number }): Promise<void> {
  const first = (seed % 2_000_000) * 1000 + 1;
  await client.query(`
    truncate "User", "Worker", "Job", "Execution", "JobState", "JobVersion", "DailyStat", model.change, model.ended,
      model.attempt, model.skip, model.violation, model.lease, model.applied cascade;
    update "Installation" set "epoch" = 1, "restoredAt" = null;
    alter sequence "Job_id_seq" restart with ${first};
    alter sequence "Execution_id_seq" restart with ${first};
    alter sequence "User_id_seq" restart with ${first}`);
}
