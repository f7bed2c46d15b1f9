// Loaded into the Node processes of a soak by NODE_OPTIONS: at the same instants all their threads collect their garbage,
// and each writes down how much of its heap is set aside and holds nothing. What is measured then is what they hold, not
// when their collectors last ran, nor how much room these have taken for the next time. Only a last-resort collection
// also returns the pages that V8 has freed but keeps for itself: up to 140 MB in a worker.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import { nextSampleAt } from './looks.mjs';

const folder = join(process.env.PUNCTUAL_HOME ?? '', 'idle');
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });

function collectAt(instant) {
  setTimeout(() => {
    collect();
    const { total_physical_size: taken, used_heap_size: used } = getHeapStatistics();
    const file = join(folder, `${process.pid}-${threadId}`);
    mkdirSync(folder, { recursive: true });
    // Under another name first: it is never read half-written.
    writeFileSync(`${file}.new`, JSON.stringify({ instant, idleBytes: taken - used }));
    renameSync(`${file}.new`, file);
    collectAt(nextSampleAt(Date.now()));
  }, instant - Date.now()).unref();
}

collectAt(nextSampleAt(Date.now()));
