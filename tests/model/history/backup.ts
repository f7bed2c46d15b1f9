import { world } from '../world/shared.ts';
import type { Stage } from './run-history.ts';

const tables = [
  'Job',
  'JobState',
  'JobVersion',
  'Skip',
  'Execution',
  'Attempt',
  'AttemptBody',
  'DailyStat',
  'OwnerTotal',
  'FailingJob',
  'JobResult',
  'SkipChange',
  'Incident',
  'Notification',
  'Installation',
  'Worker',
  'Residency',
];
const sequences = ['Job_id_seq', 'Execution_id_seq', 'Incident_id_seq', 'Notification_id_seq'];
const witnesses = ['change', 'ended', 'attempt', 'skip'];

/** Changes after a backup, lost by its restore. */
export interface Restore {
  backupAt: number;
  at: number;
}

/** Saves the current rows of the database. */
export async function takeBackup(stage: Stage): Promise<void> {
  stage.backupAt = world().clock.now();
  await world().database.ask(`
    drop schema if exists backup cascade;
    create schema backup;
    ${tables.map((name) => `create table backup."${name}" as table public."${name}";`).join('\n')}
    ${sequences.map((name) => `create table backup."${name}" as select "last_value", "is_called" from public."${name}";`).join('\n')}
    ${witnesses.map((name) => `create table backup."w_${name}" as table model."${name}";`).join('\n')}`);
}

/** Restores like an operator: stops everything, loads the backup, runs the restore command, starts everything. */
export async function restoreBackup(stage: Stage): Promise<void> {
  const { backupAt, seats, target } = stage;
  if (backupAt === null) return;
  const { database, clock } = world();
  const serving = seats.filter((seat) => seat.isServing());
  for (const seat of seats) await seat.kill();
  await stage.endRequests();
  const columnsOf = await writtenColumns();
  await database.ask(`
    set session_replication_role = replica;
    truncate public."Job", ${tables
      .slice(1)
      .map((name) => `public."${name}"`)
      .join(', ')} cascade;
    ${tables.map((name) => `insert into public."${name}" (${columnsOf(name)}) select ${columnsOf(name)} from backup."${name}";`).join('\n')}
    ${sequences.map((name) => `select setval('public."${name}"', "last_value", "is_called") from backup."${name}";`).join('\n')}
    truncate ${witnesses.map((name) => `model."${name}"`).join(', ')};
    ${witnesses.map((name) => `insert into model."${name}" select * from backup."w_${name}";`).join('\n')}
    set session_replication_role = origin`);
  // Later calls to the targets are forgotten.
  target.arrivals.splice(0, Infinity, ...target.arrivals.filter(({ at }) => at < backupAt));
  await stage.renewWeb();
  await stage.request(() => stage.web().markRestored());
  stage.restores.push({ backupAt, at: clock.now() });
  for (const seat of serving) seat.begin();
}

/** The columns of a table except computed ones, which a restore leaves out. */
async function writtenColumns(): Promise<(table: string) => string> {
  const rows = await world().database.ask(`
    select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`);
  const columns = new Map(rows.map((row) => [row['table_name'], String(row['columns'])]));
  return (table) => columns.get(table) ?? '';
}
