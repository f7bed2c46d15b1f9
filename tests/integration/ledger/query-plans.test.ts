import { beforeAll, expect, test } from 'vitest';
import { getPool } from '#server/database/db.server.ts';
import { pauseStatement } from '#server/executions/claiming/claim-attempt.server.ts';
import { countStatement } from '#server/executions/history/count-executions.server.ts';
import { pageText } from '#server/executions/history/list-executions.server.ts';
import { neighboursText } from '#server/executions/history/neighbours.server.ts';
import { crossingText } from '#server/executions/history/start-window.server.ts';
import { closeStatement } from '#server/executions/ledger/close-attempts.server.ts';
import { versionsStatement } from '#server/executions/ledger/decrypt-versions.server.ts';
import { editedStatement } from '#server/executions/ledger/edited-requests.server.ts';
import { factsStatement } from '#server/executions/ledger/job-facts.server.ts';
import {
  laterRowStatement,
  rowsAtStatement,
  rowStatement,
  unfinishedRowsStatement,
  workerRowsStatement,
} from '#server/executions/ledger/ledger-rows.server.ts';
import { lockStatement } from '#server/executions/ledger/lock-jobs.server.ts';
import { startQueuedStatement } from '#server/executions/ledger/start-queued-executions.server.ts';
import { claimAttemptStatement } from '#server/executions/ledger/write-attempt-claim.server.ts';
import { sameOutageStatement } from '#server/executions/planning/notify-missed.server.ts';
import { endStatement } from '#server/executions/recording/end-executions.server.ts';
import { timedJobsStatement } from '#server/executions/recording/watch-facts.server.ts';
import {
  attemptsStatement,
  recordedRowsStatement,
  resultsStatement,
} from '#server/executions/recording/write-attempts.server.ts';
import {
  timelineStatement,
  unfinishedStatement,
} from '#server/executions/statistics/hour-timeline.server.ts';
import { tooLongStatement } from '#server/watches/enqueue-too-long.server.ts';
import { fillTables } from '../fill-tables.ts';
import { aCrowd } from './crowd.ts';
import { noon } from './kit.ts';

beforeAll(async () => {
  for (let owner = 0; owner < 20; owner += 1) {
    await aCrowd({ jobs: 100, historyEach: 12, accountedUntil: noon });
  }
  await fillTables(
    `update "Execution" set "outcome" = null, "endedAt" = null, "workerId" = gen_random_uuid() where "id" % 20 = 0`,
    'analyze "Execution"; analyze "Attempt"; analyze "Job"; analyze "JobState"',
  );
}, 90_000);

const hot = {
  lock: { text: lockStatement.text, indexes: ['Job_pkey'] },
  facts: { text: factsStatement.text, indexes: ['Job_pkey'] },
  'rows of asked instants': { text: rowsAtStatement.text, indexes: ['Execution_ledger_key'] },
  'calls that are out': { text: unfinishedRowsStatement.text, indexes: ['Execution_open'] },
  'claims of a worker': { text: workerRowsStatement.text, indexes: ['Execution_open_by_worker'] },
  'a row': { text: rowStatement.text, indexes: ['Execution_pkey'] },
  'an outage that was told': { text: sameOutageStatement.text, indexes: ['Execution_ledger_key'] },
  'a later row': { text: laterRowStatement.text, indexes: ['Execution_ledger_key'] },
  'claim of an attempt': { text: claimAttemptStatement.text, indexes: ['Execution_pkey'] },
  'claim of queued rows': { text: startQueuedStatement.text, indexes: ['Execution_pkey'] },
  'a pause since': { text: pauseStatement.text, indexes: ['JobVersion_pkey'] },
  'edited requests': { text: editedStatement.text, indexes: ['Execution_pkey'] },
  'the runs before and after one': { text: neighboursText, indexes: ['Execution_history', 'Execution_pkey'] },
  versions: { text: versionsStatement.text, indexes: ['JobVersion_pkey'] },
  'recorded rows': { text: recordedRowsStatement.text, indexes: ['Execution_pkey', 'Attempt_pkey'] },
  attempts: { text: attemptsStatement.text, indexes: ['Attempt_pkey'] },
  'lost attempts': { text: closeStatement.text, indexes: ['Attempt_pkey'] },
  results: { text: resultsStatement.text, indexes: ['Execution_pkey'] },
  ends: { text: endStatement.text, indexes: ['Execution_pkey'] },
  'a page of the history': { text: pageText('all'), indexes: ['Execution_history'] },
  'a page of failures': { text: pageText('failed'), indexes: ['Execution_failures'] },
  'a page of what did not run': { text: pageText('not_run'), indexes: ['Execution_not_run'] },
  'the count of successes': {
    text: countStatement('success'),
    indexes: ['Execution_history', 'Execution_failures', 'Execution_not_run', 'Execution_open'],
  },
  'starts across the bound of a range': { text: crossingText('all'), indexes: ['Execution_history'] },
  'runs that take too long': { text: tooLongStatement.text, indexes: ['Job_timed', 'Execution_open'] },
  'late and long ends': { text: timedJobsStatement.text, indexes: ['Job_timed', 'Execution_pkey'] },
  'the hour rail': { text: timelineStatement.text, indexes: ['OwnerMinute_pkey'] },
  'what is out in the hour rail': { text: unfinishedStatement.text, indexes: ['Execution_open'] },
};

test.each(Object.entries(hot))(
  'the statement for %s uses only its indexes',
  async (_name, { text, indexes }) => {
    const { rows } = await getPool().query<{ 'QUERY PLAN': unknown }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);

    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(Execution|Attempt)"/);
  },
);
