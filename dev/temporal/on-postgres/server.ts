import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time';
import { partLog } from '#dev/log/part-log.ts';
import type { Running } from '#dev/parts/part.ts';
import { spawnProgram } from '#dev/parts/running.ts';
import { until } from '#dev/parts/until.ts';
import { freePort } from '#dev/ports.ts';
import { configuration, dynamicSettings, type ServicePorts } from './configuration.ts';
import { findServerPrograms } from './programs.ts';
import { makeTables } from './tables.ts';

const readyLimitMs = 60_000;
const callLimitMs = 5_000;
const lowestPort = 12_000;
const highestPort = 30_000;
const namespace = 'default';

export interface TemporalOnPostgres {
  address: string;
  /** Starts it, or starts it again on the same data and address; it is ready when this resolves. */
  start: () => Promise<Running>;
}

/**
 * A Temporal server as clusters run it, with its databases in a PostgreSQL that trusts this machine.
 * @param postgresUrl a user who may create databases
 * @param folder for its configuration
 * @throws Error if the server is not available or its tables cannot be created
 */
export async function prepareTemporalOnPostgres({
  postgresUrl,
  folder,
}: {
  postgresUrl: string;
  folder: string;
}): Promise<TemporalOnPostgres> {
  const programs = await findServerPrograms();
  await makeTables({ tool: programs.sql, postgresUrl });
  const ports = await choosePorts();
  const file = join(folder, 'temporal.json');
  const dynamicFile = join(folder, 'temporal-dynamic.json');
  await writeFile(dynamicFile, dynamicSettings);
  await writeFile(file, configuration({ ports, postgresUrl, dynamicFile }));
  const address = `127.0.0.1:${ports.frontend.grpc}`;
  return { address, start: () => start({ program: programs.server, file, address }) };
}

async function start({
  program,
  file,
  address,
}: {
  program: string;
  file: string;
  address: string;
}): Promise<Running> {
  const log = partLog('temporal');
  const server = spawnProgram({
    command: program,
    args: ['--config-file', file, '--allow-no-auth', 'start'],
    env: process.env,
    // Messages of its services about each other during start and stop are no errors.
    log: { ...log, line: log.aside },
  });
  try {
    await until({ running: server, limitMs: readyLimitMs, isReady: () => hasNamespace(address) });
    return server;
  } catch (error) {
    await server.stop();
    throw new Error(`The Temporal server did not start:\n${log.lastLines().join('\n')}`, { cause: error });
  }
}

/** The table of members holds a port in 16 bits with a sign; each start looks from another number on. */
async function choosePorts(): Promise<ServicePorts> {
  let last = randomInt(lowestPort, highestPort);
  const next = async () => (last = await freePort({ from: last + 1 }));
  const pair = async () => ({ grpc: await next(), membership: await next() });
  return { frontend: await pair(), history: await pair(), matching: await pair(), worker: await pair() };
}

/** Makes the namespace at the first start. */
async function hasNamespace(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: callLimitMs });
  try {
    return await connection.withDeadline(Date.now() + callLimitMs, async () => {
      const { workflowService } = connection;
      const { namespaces } = await workflowService.listNamespaces({});
      if (!namespaces.some(({ namespaceInfo }) => namespaceInfo?.name === namespace)) {
        const workflowExecutionRetentionPeriod = msToTs('1 day');
        await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
      }
      // The services hear of a new namespace one after another.
      await workflowService.listOpenWorkflowExecutions({ namespace, maximumPageSize: 1 });
      await workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'ready' } });
      return true;
    });
  } finally {
    await connection.close();
  }
}
